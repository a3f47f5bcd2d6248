import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  sql,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** The ids of a venue; a row names its venue by one of them. */
export type VenueIds = { id: number; projectId: number; siteId: number };

/**
 * A role with the owner's privileges that is subject to row-level security. Superusers and users with BYPASSRLS ignore all policies, so
 * their transactions for one venue switch to this role. Other users are subject to the policies through FORCE ROW LEVEL SECURITY.
 */
const ROLE = "baize_venue";

/**
 * Restricts statements to the rows of one venue. Inside `run` each transaction first sets the venue, by which the row-level policies
 * decide; a single statement becomes a transaction. Settings and role end with the transaction, so nothing stays on a pooled connection.
 */
export function createVenueRows() {
  const working = new AsyncLocalStorage<VenueIds>();
  return {
    run: <T>(venue: VenueIds, run: () => T): T =>
      working.run({ id: venue.id, projectId: venue.projectId, siteId: venue.siteId }, run),
    /** Wraps a dialect so that its connections are restricted to the current venue. */
    dialect: (inner: Dialect): Dialect => ({
      createAdapter: () => inner.createAdapter(),
      createIntrospector: (db) => inner.createIntrospector(db),
      createQueryCompiler: () => inner.createQueryCompiler(),
      createDriver: () => walled(inner.createDriver(), () => working.getStore()),
    }),
  };
}

/**
 * Creates the role if the database user needs it. Roles belong to the server, not to the database, so a restored backup lacks it.
 * Throws for a user with BYPASSRLS who is no superuser: such a user cannot be made able to switch to the role.
 */
export async function prepareVenueRole(db: Kysely<Tables>): Promise<void> {
  await sql`
    do $$
    begin
      if not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
        return;
      end if;
      if not (select rolsuper from pg_roles where rolname = current_user) then
        raise exception 'The database user % has BYPASSRLS, under which the walls between venues do not hold. Have a superuser take it away: ALTER ROLE % NOBYPASSRLS',
          current_user, quote_ident(current_user);
      end if;
      begin
        create role ${sql.id(ROLE)} nologin;
      exception when duplicate_object or unique_violation then
        null;
      end;
      if not exists (
        select from pg_auth_members
        where roleid = (select oid from pg_roles where rolname = current_user)
          and member = (select oid from pg_roles where rolname = ${sql.lit(ROLE)})
      ) then
        execute format('grant %I to ${sql.id(ROLE)}', current_user);
      end if;
    exception when unique_violation then
      null; -- Another node was first.
    end $$`.execute(db);
}

/** `current_user` is read each time, because an installation may log in as another user. */
const ENTER = `
  select
    set_config('baize.establishment', $1, true),
    set_config('baize.project', $2, true),
    set_config('baize.site', $3, true),
    case when (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
      then set_config('role', '${ROLE}', true) end`;

function walled(inner: Driver, working: () => VenueIds | undefined): Driver {
  return {
    init: (options) => inner.init(options),
    destroy: (options) => inner.destroy(options),
    async acquireConnection(options) {
      const venue = working();
      const connection = await inner.acquireConnection(options);
      return venue === undefined ? connection : new VenueConnection(connection, inner, venue);
    },
    releaseConnection: (connection, options) => inner.releaseConnection(bare(connection), options),
    async beginTransaction(connection, settings) {
      await inner.beginTransaction(bare(connection), settings);
      if (!(connection instanceof VenueConnection)) return;
      try {
        await connection.enter();
      } catch (error) {
        // Kysely rolls back only transactions that began completely. This one must not stay open on the connection.
        await inner.rollbackTransaction(left(connection)).catch(() => undefined);
        throw error;
      }
    },
    commitTransaction: (connection) => inner.commitTransaction(left(connection)),
    rollbackTransaction: (connection) => inner.rollbackTransaction(left(connection)),
  };
}

class VenueConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  readonly #venue: VenueIds;
  #isInside = false;

  constructor(inner: DatabaseConnection, driver: Driver, venue: VenueIds) {
    this.inner = inner;
    this.#driver = driver;
    this.#venue = venue;
  }

  async enter(): Promise<void> {
    this.#isInside = true;
    const { id, projectId, siteId } = this.#venue;
    await this.inner.executeQuery(CompiledQuery.raw(ENTER, [id, projectId, siteId].map(String)));
  }

  leave(): void {
    this.#isInside = false;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInside) return this.inner.executeQuery<R>(query);
    await this.#driver.beginTransaction(this.inner, {});
    try {
      await this.enter();
      const result = await this.inner.executeQuery<R>(query);
      this.leave();
      await this.#driver.commitTransaction(this.inner);
      return result;
    } catch (error) {
      this.leave();
      // Report the statement's own error: on a lost connection the rollback fails too.
      await this.#driver.rollbackTransaction(this.inner).catch(() => undefined);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error("Statements restricted to a venue cannot be streamed");
  }
}

function bare(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof VenueConnection ? connection.inner : connection;
}

function left(connection: DatabaseConnection): DatabaseConnection {
  if (connection instanceof VenueConnection) connection.leave();
  return bare(connection);
}
