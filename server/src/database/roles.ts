import { escapeIdentifier, escapeLiteral } from 'pg';
import { runStatements, withConnection } from './embedded/provision.ts';

/** A role with a password. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

export interface Roles {
  /** Owns the database and its tables: migrations, restore. */
  readonly owner: Login;
  /** The server's: reads and writes rows (privileges.ts). */
  readonly serving: Login;
}

/**
 * Creates the two roles and the database and transfers everything in it to the owner, also when the serving role or the role that
 * created the objects owned them. May be run again.
 * @param adminUrl URL of any database of the cluster, for a role that may create roles and databases
 */
export async function splitRoles(adminUrl: string, database: string, roles: Roles): Promise<void> {
  const [ownerName, servingName] = [escapeIdentifier(roles.owner.name), escapeIdentifier(roles.serving.name)];
  const databaseName = escapeIdentifier(database);
  // One connection for all statements: a connection costs ten times as much as a statement, at every start of the embedded database.
  await withConnection(adminUrl, async (query) => {
    for (const { name, password } of [roles.owner, roles.serving]) {
      const known = await query(`SELECT 1 FROM pg_roles WHERE rolname = ${escapeLiteral(name)}`);
      const login = `ROLE ${escapeIdentifier(name)} LOGIN PASSWORD ${escapeLiteral(password)}`;
      await query(`${known.length === 0 ? 'CREATE' : 'ALTER'} ${login}`);
    }
    const [found] = await query(
      `SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = ${escapeLiteral(database)}`,
    );
    if (!found) await query(`CREATE DATABASE ${databaseName} OWNER ${ownerName}`);
    const inside = new URL(adminUrl);
    inside.pathname = `/${encodeURIComponent(database)}`;
    if (found && found.owner !== roles.owner.name)
      await takeOver(inside.href, String(found.owner), roles.owner.name);
    // The serving role needs no temporary tables, whose triggers would run with its rights.
    await query(`REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC, ${servingName};
      ALTER DATABASE ${databaseName} OWNER TO ${ownerName}; GRANT CONNECT ON DATABASE ${databaseName} TO ${servingName}`);
  });
}

/** Transfers what a role owns in a database to the owner. A superuser's own objects are transferred one by one. */
async function takeOver(url: string, from: string, owner: string): Promise<void> {
  const [role] = await runStatements(
    url,
    `SELECT rolsuper FROM pg_roles WHERE rolname = ${escapeLiteral(from)}`,
  );
  const to = escapeIdentifier(owner);
  if (!role?.rolsuper) {
    await runStatements(url, `REASSIGN OWNED BY ${escapeIdentifier(from)} TO ${to}`);
    return;
  }
  await runStatements(
    url,
    `DO $do$ DECLARE statement text; BEGIN
       FOR statement IN
         SELECT format('ALTER TABLE %s OWNER TO ${to}', c.oid::regclass) FROM pg_class c
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         UNION ALL
         SELECT format('ALTER FUNCTION %s OWNER TO ${to}', p.oid::regprocedure) FROM pg_proc p
          WHERE p.pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
         UNION ALL
         SELECT format('ALTER DOMAIN %s OWNER TO ${to}', t.oid::regtype) FROM pg_type t
          WHERE t.typnamespace = 'public'::regnamespace AND t.typtype = 'd'
       LOOP EXECUTE statement; END LOOP;
     END $do$`,
  );
}
