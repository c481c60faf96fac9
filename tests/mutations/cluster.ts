export { provideCluster as default } from '../support/postgres.ts';
