/** Charge: what the work of a request costs is taken from what its tables may use. */
import type { Work } from '../../items/work.js'
import type { RequestContext } from '../operation.js'

/** The request has been carried out and will be answered, whatever it cost. */
export type Charge = (ctx: RequestContext, work: Work) => void
