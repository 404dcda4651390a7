/** SimulatePrincipalPolicy: what the policies of a user, group or role would decide, with others added. */
import { parseIamArn } from '../../iam/arns.js'
import type { IamGroup } from '../../iam/entities.js'
import { ManagedDocuments } from '../../iam/managed-documents.js'
import { invalidInput, noSuchPrincipal } from '../../iam/refusals.js'
import { Rights } from '../../iam/rights.js'
import type { Identity } from '../../model/caller.js'
import { parsePolicy } from '../../policies/parse-policy.js'
import type { NamedPolicy } from '../../policies/policy-sets.js'
import { noKeys } from '../../policies/request-keys.js'
import { CallKeys } from '../permissions/call-keys.js'
import { principalOf } from '../permissions/principal-of.js'
import { operation, type OperationContext } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { readSimulation, simulate, type Simulated, type Simulation } from './requests/simulation.js'
import { findStoredIdentity } from './requests/stored-principal.js'

export const simulatePrincipalPolicy = operation('iam.SimulatePrincipalPolicy', {
  read(input, ctx) {
    const { PolicySourceArn } = input
    const at = sourceIn(PolicySourceArn)
    if (at === undefined || at.account !== ctx.caller.account) {
      throw invalidInput('Invalid Input PolicySourceArn.')
    }
    const simulation = readSimulation(ctx, 'SimulatePrincipalPolicy', input)
    return { arn: PolicySourceArn, at, simulation }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:SimulatePrincipalPolicy', at),

  async run(ctx, { arn, at, simulation }) {
    const simulated =
      at.kind === 'group'
        ? await ofGroup(ctx, simulation, at.name)
        : await ofIdentity(ctx, simulation, await findStoredIdentity(ctx.iam, arn))
    if (simulated === undefined) throw noSuchPrincipal(at.kind, at.name)
    return { output: await simulate(ctx, simulation, simulated) }
  },
})

function sourceIn(arn: string) {
  const parsed = parseIamArn(arn)
  if (parsed === undefined) return undefined
  const { kind, account, name } = parsed
  return kind === 'user' || kind === 'group' || kind === 'role'
    ? { kind, account, name }
    : undefined
}

async function ofIdentity(
  { iam, clock }: OperationContext,
  simulation: Simulation,
  identity: Identity | undefined,
): Promise<Simulated | undefined> {
  if (identity === undefined) return undefined
  const { tags, ...rights } = await new Rights(iam).rightsOf(identity)
  return {
    principal: simulation.principal ?? principalOf(identity),
    identity: [...rights.identity, ...simulation.policies],
    // AWS: one that is given counts instead of the principal's own.
    boundary: simulation.boundary ?? rights.boundary,
    knownOf(action, resource) {
      const region = resource.split(':')[3] ?? ''
      const caller = { account: identity.account, region, accessKeyId: '' }
      const ctx = { caller, host: '', requestId: '', clock }
      const access = { action: action as `${string}:${string}`, resource }
      return new CallKeys({ identity, tags }, { ctx, access, table: undefined, resourceTags: [] })
    },
  }
}

/** AWS: as if a user had the policies of the group and no others. */
async function ofGroup(
  { iam, caller: { account } }: OperationContext,
  simulation: Simulation,
  name: string,
): Promise<Simulated | undefined> {
  const group = await iam.find({ kind: 'group', account, name })
  if (group === undefined) return undefined
  const member = { kind: 'user', account, arn: `arn:aws:iam::${account}:user/someone` } as const
  const documents = await ManagedDocuments.read(iam, account, group.attachedPolicies)
  return {
    principal: simulation.principal ?? member,
    identity: [...policiesOf(group, documents), ...simulation.policies],
    boundary: simulation.boundary,
    knownOf: () => noKeys,
  }
}

function policiesOf(group: IamGroup, documents: ManagedDocuments): readonly NamedPolicy[] {
  const inline = Object.entries(group.inlinePolicies).map(
    ([name, text]) => [`inline policy ${name} of group ${group.name}`, text] as const,
  )
  const attached = group.attachedPolicies.map(
    (arn) => [`policy ${arn} of group ${group.name}`, documents.find(arn)] as const,
  )
  return [...inline, ...attached].flatMap(([name, document]) =>
    document === undefined ? [] : [{ name, document, policy: parsePolicy(document, 'identity') }],
  )
}
