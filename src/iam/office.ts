/** What changing an account takes. The context of every request has it. */
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { AccessKeys } from './access-keys.js'
import type { IamStore } from './iam-store.js'

export interface IamOffice {
  readonly iam: IamStore
  readonly clock: Clock
  readonly random: Random
  readonly accessKeys: AccessKeys
}
