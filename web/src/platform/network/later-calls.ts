import routes from 'virtual:api-routes/later';
import { addCalls } from './api.ts';

// The calls of a reseller's own site, of cashiers and of statements: the parts that make them load them.
addCalls(routes);
