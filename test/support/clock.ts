/** A clock that stands still until a test moves it. `tick` makes it advance at every look. */
export function standingClock(start: string | Date) {
  let now = new Date(start).getTime();
  let step = 0;
  return {
    now() {
      now += step;
      return new Date(now);
    },
    set(instant: string | Date) {
      now = new Date(instant).getTime();
    },
    advance(milliseconds: number) {
      now += milliseconds;
    },
    /** Real clocks never show the same instant twice: what is found again by its instant has to keep it. */
    tick(milliseconds: number) {
      step = milliseconds;
    },
  };
}
export type StandingClock = ReturnType<typeof standingClock>;
