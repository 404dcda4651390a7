/** What tunes Contributor Insights. */

/** How many keys a minute of a rule counts at once: no count is wrong by more than a thousandth of the traffic. */
export const countedKeysMax = 1024

/** How many keys of a minute are stored. AWS: a report shows at most 25. */
export const storedKeysMax = 100

/** How long the minutes of a rule are kept. */
export const keyMinutesKeptMs = 24 * 60 * 60 * 1000

/** How often a server looks for rules that another server has enabled. */
export const rulesReadMs = 5_000

/** AWS: of rules of tables; other rules may ask for 100. */
export const contributorsMax = 25
export const contributorsDefault = 10

/** The points that one report may have. */
export const reportPeriodsMax = 1440

/** How often old counts are cleared away. */
export const insightsUpkeepMs = 10 * 60 * 1000
