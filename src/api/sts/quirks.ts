/** Where STS departs from its model. */
import type { Quirks } from '../quirks.js'

/** AWS: documented for all three, and in the model only for some. */
const policies = { max: 10 }
const policy = { max: 2048 }

export const stsQuirks: Quirks = {
  siteLimits: {
    'AssumeRoleRequest.Policy': policy,
    'AssumeRoleRequest.PolicyArns': policies,
    'AssumeRoleWithWebIdentityRequest.PolicyArns': policies,
    'GetFederationTokenRequest.PolicyArns': policies,
  },
}
