/** Asks a running server what policies decide about a request, by IAM's own simulator. */
import type { Endpoint } from '../links/sign-request.js'
import { callByForm } from './endpoint-call.js'

export interface ServedQuestion {
  /** Whose policies are asked; undefined: only those that are given. */
  readonly principalArn: string | undefined
  readonly action: string
  readonly resource: string
  /** Texts of policies, which count beside those of the principal. */
  readonly policies: readonly string[]
  readonly boundary: string | undefined
  readonly resourcePolicy: string | undefined
  readonly keys: ReadonlyMap<string, string | readonly string[]>
}

export interface ServedDecision {
  readonly kind: 'allowed' | 'explicitDeny' | 'implicitDeny'
  /** The policy whose statement decided, and where that begins. */
  readonly by?: { readonly policy: string; readonly line: number; readonly column: number }
  /** Whether the boundary, if there is one, would allow it. */
  readonly isWithinBoundary?: boolean
}

export async function simulateServed(
  endpoint: Endpoint,
  question: ServedQuestion,
): Promise<ServedDecision> {
  const { principalArn } = question
  const fields = { ...fieldsOf(question), ...keyFields(question) }
  return principalArn === undefined
    ? decisionIn(await callByForm(endpoint, 'iam.SimulateCustomPolicy', fields))
    : decisionIn(
        await callByForm(endpoint, 'iam.SimulatePrincipalPolicy', {
          ...fields,
          PolicySourceArn: principalArn,
        }),
      )
}

function fieldsOf(question: ServedQuestion): Readonly<Record<string, string>> {
  const { action, resource, policies, boundary, resourcePolicy, principalArn } = question
  return {
    'ActionNames.member.1': action,
    'ResourceArns.member.1': resource,
    ...Object.fromEntries(policies.map((text, i) => [`PolicyInputList.member.${i + 1}`, text])),
    ...(boundary !== undefined && { 'PermissionsBoundaryPolicyInputList.member.1': boundary }),
    ...(resourcePolicy !== undefined && { ResourcePolicy: resourcePolicy }),
    // AWS: the policy of a resource needs somebody whom it can be about.
    ...(resourcePolicy !== undefined && principalArn !== undefined && { CallerArn: principalArn }),
  }
}

function keyFields({ keys }: ServedQuestion): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const [i, [name, value]] of [...keys].entries()) {
    const at = `ContextEntries.member.${i + 1}`
    const values = typeof value === 'string' ? [value] : value
    fields[`${at}.ContextKeyName`] = name
    fields[`${at}.ContextKeyType`] = typeof value === 'string' ? 'string' : 'stringList'
    for (const [n, each] of values.entries())
      fields[`${at}.ContextKeyValues.member.${n + 1}`] = each
  }
  return fields
}

function decisionIn(xml: string): ServedDecision {
  const kind = textIn(xml, 'EvalDecision') as ServedDecision['kind']
  const policy = textIn(xml, 'SourcePolicyId')
  const within = textIn(xml, 'AllowedByPermissionsBoundary')
  const start = textIn(xml, 'StartPosition') ?? ''
  const [line, column] = ['Line', 'Column'].map((name) => Number(textIn(start, name) ?? 0))
  return {
    kind,
    ...(policy !== undefined && { by: { policy, line: line ?? 0, column: column ?? 0 } }),
    ...(within !== undefined && { isWithinBoundary: within === 'true' }),
  }
}

/** Names of policies have no character that XML escapes. */
function textIn(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^]*?)</${element}>`).exec(xml)?.[1]
}
