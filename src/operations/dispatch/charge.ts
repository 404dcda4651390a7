/** Charge: deducts the cost of a request's work from the capacity of its tables. */
import type { Work } from '../../items/work.js'
import type { Operation, RequestContext } from '../operation.js'

/** The request has already run and will be answered, whatever it cost. */
export type Charge = (ctx: RequestContext, work: Work, operation: Operation) => void
