import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import { databaseBefore } from "../support/databases.ts";

describe("the migration of memberships that were both called disabled", () => {
  it("tells erased ones from those that staff disabled, also while an older node still erases", async () => {
    const database = await databaseBefore("0065");
    const { db } = database;
    await sql`
      insert into memberships (id, wallet_key, person_hash, lastname, home_site_id, status, joined_at)
      values ('20000001', 'M00000000001', 'a', 'Nombre', 151, 'active', '2026-01-01'),
        ('20000002', 'M00000000002', 'b', 'Nombre', 151, 'disabled', '2026-01-01'),
        ('20000003', 'M00000000003', 'c', null, 151, 'disabled', '2026-01-01')`.execute(db);
    await migrate(database);
    const statuses = async () =>
      (await db.selectFrom("memberships").select("status").orderBy("id").execute()).map(({ status }) => status);
    expect(await statuses()).toEqual(["active", "disabled", "erased"]);
    await sql`update memberships set lastname = null, status = 'disabled' where id = '20000001'`.execute(db);
    expect(await statuses()).toEqual(["erased", "disabled", "erased"]);
    await database.close();
  });
});
