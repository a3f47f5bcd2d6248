/**
 * Plays the machines of the French and Belgian casinos: the Megapot grows every few seconds, and from time to time a
 * machine pays a jackpot. It calls the floor API like a real floor, with each site's demo key.
 */
export type JackpotFloor = { stop: () => void; recent: () => PaidJackpot[]; megapot: () => number };
export type PaidJackpot = { siteId: number; slot: number; model: string; amount: string; paidAt: string };

const SITES = [151, 152, 108, 124, 140, 114, 121, 171];
const MACHINES = [
  "Lune de Sérac",
  "Rouge Velours",
  "Le Grand Cerf",
  "Perle d’Ambre",
  "Nuit Persane",
  "Cap d’Or",
  "Belle Étoile",
  "Sept Lanternes",
];
const TICK_MS = 5_000;
const TICKS_PER_WIN = 24;
const RECENT_MAX = 20;
/** The Megapot begins anew before it reaches the most that the site takes (MEGAPOT_MAX). */
const START_CENTS = 78_450_362;
const MOST_CENTS = 99_000_000;

type Options = { siteUrl: string; paid: (jackpot: PaidJackpot) => void; random?: () => number };

export function playJackpots({ siteUrl, paid, random = Math.random }: Options): JackpotFloor {
  let cents = START_CENTS + Math.floor((Date.now() / 1000) % 86_400) * 7;
  let ticks = 0;
  const recent: PaidJackpot[] = [];

  async function tick(): Promise<void> {
    cents += 20 + Math.floor(random() * 180);
    if (cents > MOST_CENTS) cents = START_CENTS;
    await send(siteUrl, "PUT", "jackpots/MEGAPOT", 151, { amount: decimal(cents) });
    ticks += 1;
    if (ticks % TICKS_PER_WIN === 0 && isPlaying(new Date())) await win();
  }

  async function win(): Promise<void> {
    const siteId = pick(SITES, random);
    const won = {
      site_slot: 10 + Math.floor(random() * 240),
      model: pick(MACHINES, random),
      amount: decimal(40_000 + Math.floor(random() * 1_200_000)),
      payment_date: new Date().toISOString(),
    };
    if (await send(siteUrl, "POST", "jackpots", siteId, won)) {
      const jackpot = { siteId, slot: won.site_slot, model: won.model, amount: won.amount, paidAt: won.payment_date };
      recent.unshift(jackpot);
      paid(jackpot);
      recent.length = Math.min(recent.length, RECENT_MAX);
    }
  }

  // Errors are ignored: the site may be starting, stopping or busy, and the next report follows soon.
  const timer = setInterval(() => void tick().catch(() => undefined), TICK_MS);
  void tick().catch(() => undefined);
  return { stop: () => clearInterval(timer), recent: () => recent, megapot: () => cents };
}

/** The machines of all casinos run from noon until two in the morning. */
function isPlaying(now: Date): boolean {
  const hour = Number(now.toLocaleString("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone: "Europe/Paris" }));
  return hour >= 12 || hour < 2;
}

async function send(
  siteUrl: string,
  method: "PUT" | "POST",
  call: string,
  siteId: number,
  body: object,
): Promise<boolean> {
  const response = await fetch(`${siteUrl}/api/floor/${call}`, {
    method,
    headers: { authorization: `Bearer floor-${siteId}`, "content-type": "application/json" },
    body: JSON.stringify({ event_id: crypto.randomUUID(), ...body }),
    signal: AbortSignal.timeout(5_000),
  });
  await response.body?.cancel();
  return response.ok;
}

function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

function pick<Item>(items: Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
