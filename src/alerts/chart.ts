/** The figures that set an alert off, as they are kept in its history. */
export type AlertChart = {
  points: readonly { at: number; value: number }[];
  /** The number that was passed, or what is usual. */
  limit?: number;
  /** That of amounts; missing where it was kept before each had its own. */
  currency?: string;
};
