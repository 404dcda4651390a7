/** What auto scaling may keep and do. The first are AWS's quotas. */

/** Targets of an account and region. */
export const scalableTargetsMax = 5000
/** Of one target. */
export const scheduledActionsMax = 200
export const scalingTagsMax = 50
/** Entries of a page that is described. */
export const scalingPageMax = 50
/** Percent of the provisioned units that a policy may aim at. */
export const targetValueMin = 20
export const targetValueMax = 90
/** How long it is known what was done. */
export const activityKeptMs = 42 * 24 * 60 * 60 * 1000

/** AWS has no such limit. Older activities of an account and region are forgotten. */
export const activitiesMax = 50_000
/** How many activities a request looks at for those it wants; what it finds may be an empty page. */
export const activitiesPerRequestMax = 5000
/** Entries of one read of the store. */
export const scalingReadMax = 500
/** Targets that a step of the job looks at. */
export const targetsPerStep = 100
/** How often all targets are looked at. */
export const scalingIntervalMs = 60_000
/** How often, while a table is on its way to new units. */
export const scalingPendingMs = 1000
/** How often old activities are removed. */
export const activityUpkeepMs = 60 * 60 * 1000
/** A schedule that has no run in so many years has none. */
export const scheduleYearsMax = 8
