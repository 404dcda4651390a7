/** SimulateCustomPolicy: what the given policies would decide. */
import type { Principal } from '../../policies/principal.js'
import { noKeys } from '../../policies/request-keys.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { readSimulation, simulate } from './requests/simulation.js'

export const simulateCustomPolicy = operation('iam.SimulateCustomPolicy', {
  read: (input, ctx) => readSimulation(ctx, 'SimulateCustomPolicy', input),

  access: () => [onAnything('iam:SimulateCustomPolicy')],

  async run(ctx, simulation) {
    const { policies: identity, boundary, principal = someone(ctx.caller.account) } = simulation
    const knownOf = () => noKeys
    const output = await simulate(ctx, simulation, { principal, identity, boundary, knownOf })
    return { output }
  },
})

/** A user of the account whom nothing names. */
function someone(account: string): Principal {
  return { kind: 'user', account, arn: `arn:aws:iam::${account}:user/someone` }
}
