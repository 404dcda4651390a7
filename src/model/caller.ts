import type { OwnScope } from './arn.js'

/** Who calls, as far as authentication could establish it. */
export interface Caller extends OwnScope {
  readonly accessKeyId: string
}
