import { auditFigures } from '../audit-figures.ts';
import { formatAmount, formatCount } from './formats.ts';
import { auditTrail as words } from './screens/audit-trail.ts';
import { team } from './screens/team.ts';

export const { actionText, figureText, figuresText } = auditFigures({
  words,
  scopes: team.scopes,
  formatAmount,
  formatCount,
  marks: { list: '، ', label: ': ', figures: '؛ ' },
});
