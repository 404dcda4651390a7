/** GetSessionToken: temporary credentials of the caller itself, with the same rights. */
import { rootSessionSecondsMax, sessionTokenSecondsDefault } from '../../model/limits.js'
import { operation } from '../operation.js'
import { identityOf, requireLongTermKey } from './calling-identity.js'
import { refuseSecondFactor } from './second-factor.js'
import { issueSession } from './session-credentials.js'

export const getSessionToken = operation('sts.GetSessionToken', {
  read(input, { caller }) {
    const identity = identityOf(caller)
    requireLongTermKey(identity, 'GetSessionToken')
    refuseSecondFactor(input)
    return { identity, seconds: ownSessionSeconds(identity.kind, input.DurationSeconds) }
  },

  // AWS: needs no right.
  access: () => [],

  async run(ctx, { identity, seconds }) {
    return { output: issueSession(ctx, identity, { seconds }) }
  },
})

/** AWS: the root gets an hour at most, whatever it asks for. */
export function ownSessionSeconds(kind: string, asked = sessionTokenSecondsDefault): number {
  return kind === 'root' ? Math.min(asked, rootSessionSecondsMax) : asked
}
