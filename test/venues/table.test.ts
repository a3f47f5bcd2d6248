import { expect, it } from "vitest";
import { eachDatabase } from "../support/databases.ts";
import { openTestApp } from "../support/test-app.ts";

eachDatabase("the table of venues", (open) => {
  it("has the database's state from when a reload began, even if another reload has begun since", async () => {
    const database = await open();
    const app = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" });
    const { table } = app.services;
    await database.db
      .updateTable("establishments")
      .set({ name: "Casino renommé" })
      .where("slug", "=", "port-serac")
      .execute();
    const [first, second] = [table.reload(), table.reload()];
    await first;
    expect(table.bySite(151)?.name).toBe("Casino renommé");
    await second;
    expect(table.bySite(151)?.name).toBe("Casino renommé");
    await app.close();
  });
});
