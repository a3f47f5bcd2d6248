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
    /**
     * Makes the clock advance at every look, as real clocks do. Rows that are found by their instant need distinct
     * ones.
     */
    tick(milliseconds: number) {
      step = milliseconds;
    },
  };
}
export type StandingClock = ReturnType<typeof standingClock>;
