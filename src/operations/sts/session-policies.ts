/** The policies that narrow a session, as a request gives them. */
import type { PolicyDescriptorType } from '../../api/generated/sts-types.js'
import { ManagedDocuments } from '../../iam/managed-documents.js'
import type { CallerSession } from '../../model/caller.js'
import { ServiceError, validation } from '../../model/errors.js'
import { parsePolicy } from '../../policies/parse-policy.js'
import { PolicyFault } from '../../policies/policy-fault.js'
import type { OperationContext } from '../operation.js'

interface AskedPolicies {
  readonly Policy?: string
  readonly PolicyArns?: readonly PolicyDescriptorType[]
}

type SessionPolicies = Pick<CallerSession, 'policies' | 'policyArns'>

export function readSessionPolicies({ Policy, PolicyArns = [] }: AskedPolicies): SessionPolicies {
  if (Policy !== undefined) requirePolicy(Policy)
  const policyArns = PolicyArns.flatMap(({ arn }) => (arn === undefined ? [] : [arn]))
  return {
    ...(Policy === undefined ? {} : { policies: [Policy] }),
    ...(policyArns.length === 0 ? {} : { policyArns }),
  }
}

function requirePolicy(document: string): void {
  try {
    parsePolicy(document, 'identity')
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error
    throw malformedPolicy(
      error.kind === 'json' ? 'This policy contains invalid Json' : 'Syntax errors in policy.',
    )
  }
}

function malformedPolicy(message: string): ServiceError {
  return new ServiceError('MalformedPolicyDocumentException', message)
}

/** Throws if one of the managed policies is not there to narrow anything. */
export async function requireManagedPolicies(
  { iam }: Pick<OperationContext, 'iam'>,
  account: string,
  { policyArns = [] }: SessionPolicies,
): Promise<void> {
  if (policyArns.length === 0) return
  const documents = await ManagedDocuments.read(iam, account, policyArns)
  const missing = policyArns.find((arn) => documents.find(arn) === undefined)
  if (missing === undefined) return
  throw validation(`Policy ${missing} does not exist or is not attachable.`)
}
