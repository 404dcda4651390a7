/**
 * The optional stages of a call. A stage that a server does not have costs nothing: nothing is
 * computed for it.
 */
import type { Admission } from './admit.js'
import type { Audit } from './audit.js'
import type { Permit } from './authorise.js'
import type { Charge } from './charge.js'
import type { Measure } from './measure.js'
import type { Trace } from './trace.js'

export interface Stages {
  readonly permit?: Permit
  readonly admission?: Admission
  readonly charge?: Charge
  readonly measure?: Measure
  readonly audit?: Audit
  readonly trace?: Trace
}
