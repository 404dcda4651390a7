/** Limits of CloudWatch's operations. */
export const listedMetricsPageMax = 500
/** AWS: only series that had values within two weeks are listed and searched. */
export const listedMetricsAgeMs = 14 * 24 * 3600 * 1000
/** What `RecentlyActive` means. */
export const recentlyActiveMs = 3 * 3600 * 1000
/** How many points GetMetricStatistics answers at most. */
export const statisticsPointsMax = 1440
export const dataQueriesMax = 500
/** How many points GetMetricData answers at once, those that are missing included; clients may ask for fewer. */
export const dataPointsMax = 100_800
/** AWS: how many alarms are described if the request does not say. */
export const describedAlarmsDefault = 50
/** How many alarms are read at a time to find those that match. */
export const describedAlarmsPage = 100
