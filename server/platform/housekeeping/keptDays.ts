/** How many days records of the platform are kept. */
export interface KeptDays {
  /** Login limits, provider events, and finished jobs whose key prevents a second run. */
  technicalDays: number;
  /** All other finished jobs. */
  doneJobDays: number;
  /** Acknowledged alarms. Others are kept as long as technical records. */
  alarmDays: number;
  /** Feedback with its photos. */
  feedbackDays: number;
  /** Counts of what happens in the steps of flows. */
  stepCountDays: number;
}

/** For a product that says nothing else. */
export const defaultKeptDays: KeptDays = { technicalDays: 365, doneJobDays: 7, alarmDays: 90, feedbackDays: 365, stepCountDays: 90 };
