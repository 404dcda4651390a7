/** The stored form of what the management API of DAX keeps. */
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { DaxHoldings } from './dax-holdings.js'

export const holdingsForm = jsonRecordAt<DaxHoldings>('dax', formatSteps.dax.revision)
