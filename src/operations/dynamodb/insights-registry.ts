/** The operations of Contributor Insights, loaded with the first of them. */
import type { Operation } from '../operation.js'
import { describeContributorInsights } from './describe-contributor-insights.js'
import { listContributorInsights } from './list-contributor-insights.js'
import { updateContributorInsights } from './update-contributor-insights.js'

export const insightsOperations: readonly Operation[] = [
  describeContributorInsights,
  listContributorInsights,
  updateContributorInsights,
]
