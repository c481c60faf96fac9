import { auditFigures } from '../audit-figures.ts';
import { formatAmount, formatCount, formatDate } from './formats.ts';
import { auditTrail as words } from './screens/audit-trail.ts';
import { features } from './screens/features.ts';
import { team } from './screens/team.ts';

export const { actionText, subjectText, figureText, figuresText } = auditFigures({
  words,
  scopes: team.scopes,
  features: features.names,
  formatAmount,
  formatCount,
  formatDate,
  marks: { list: '، ', label: ': ', figures: '؛ ' },
});
