import { memoryDatabase } from "./databases.ts";
import { openTestHouse, type HouseOptions, type TestHouse } from "./house.ts";

/** The house on an embedded database of its own, migrated and empty but for its venues; closing the house closes both. */
export async function openMemoryHouse(options: HouseOptions = {}): Promise<TestHouse> {
  const database = await memoryDatabase();
  const house = await openTestHouse(database, options);
  const close = async () => {
    await house.close();
    await database.close();
  };
  return { ...house, close };
}
