import routes from 'virtual:api-routes/administrators';
import { addCalls } from './api.ts';

// The calls that only administrators may make: no reseller's page loads them.
addCalls(routes);
