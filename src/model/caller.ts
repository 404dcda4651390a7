import type { Scope } from './arn.js'

/** Who calls, as far as authentication could establish it. */
export interface Caller extends Scope {
  readonly accessKeyId: string
}
