/**
 * What AWS demands of the policies of principals, in its sentences. Whatever passes can be evaluated: the
 * last word is that of the parser in `policies/`.
 */
import { parsePolicy } from '../policies/parse-policy.js'
import { PolicyFault } from '../policies/policy-fault.js'
import { malformedPolicy } from './refusals.js'

const syntax = 'Syntax errors in policy.'

export function requireIdentityDocument(text: string): void {
  const fault = faultOf(text)
  if (fault !== undefined && isSyntax(fault)) throw malformedPolicy(syntax)
  const { version, statements } = outlineOf(text)
  if (version !== '2012-10-17') {
    throw malformedPolicy('Policy document must be version 2012-10-17 or greater.')
  }
  if (fault !== undefined) throw malformedPolicy(sentenceOf(fault, statements))
  const wrong = resourcesIn(statements)
    .map(resourceFault)
    .find((each) => each !== undefined)
  if (wrong !== undefined) throw malformedPolicy(wrong)
}

/** AWS: blanks do not count in the sizes of policies. */
export function sizeWithoutBlanks(document: string): number {
  return document.replaceAll(/\s/g, '').length
}

function faultOf(text: string): PolicyFault | undefined {
  try {
    parsePolicy(text, 'identity')
    return undefined
  } catch (fault) {
    if (fault instanceof PolicyFault) return fault
    throw fault
  }
}

const told: ReadonlySet<PolicyFault['kind']> = new Set([
  'action',
  'effect',
  'empty',
  'no-resource',
  'principal',
  'resource',
  'sid-twice',
])

function isSyntax({ kind }: PolicyFault): boolean {
  return !told.has(kind)
}

type Statement = Readonly<Record<string, unknown>>

interface Outline {
  readonly version: unknown
  readonly statements: readonly Statement[]
}

/** Of a document without faults of syntax. */
function outlineOf(text: string): Outline {
  const document = JSON.parse(text) as { Version?: unknown; Statement: Statement | Statement[] }
  return { version: document.Version, statements: [document.Statement].flat() }
}

function sentenceOf({ kind }: PolicyFault, statements: readonly Statement[]): string {
  switch (kind) {
    case 'effect':
      return effectFault(statements)
    case 'sid-twice':
      return 'Statement IDs (SID) in a single policy must be unique.'
    case 'principal':
      return 'Policy document should not specify a principal.'
    case 'empty':
      return statements.some((each) => isEmpty(each['Action'] ?? each['NotAction']))
        ? 'Policy statement must contain actions.'
        : 'Policy statement must contain resources.'
    case 'no-resource':
      return 'Policy statement must contain resources.'
    case 'action':
      return (
        actionsIn(statements)
          .map(actionFault)
          .find((each) => each !== undefined) ?? syntax
      )
    case 'resource':
      return (
        resourcesIn(statements)
          .map(resourceFault)
          .find((each) => each !== undefined) ?? syntax
      )
    default:
      return syntax
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

/** AWS: a word in another case is told by a later check. */
function effectFault(statements: readonly Statement[]): string {
  const isKnown = ({ Effect }: Statement) => /^(allow|deny)$/i.test(String(Effect))
  return statements.every(isKnown) ? 'The policy failed legacy parsing' : syntax
}

function textsIn(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

function actionsIn(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((each) => textsIn(each['Action'] ?? each['NotAction']))
}

function resourcesIn(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((each) => textsIn(each['Resource'] ?? each['NotResource']))
}

function actionFault(action: string): string | undefined {
  if (action === '*') return undefined
  const [vendor = '', name, ...more] = action.split(':')
  if (name === undefined) {
    return 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.'
  }
  if (more.length > 0) return 'Actions/Condition can contain only one colon.'
  return /[^\w.-]/.test(vendor) ? `Vendor ${vendor} is not valid` : undefined
}

const iamPaths = [
  'user/',
  'federated-user/',
  'role/',
  'group/',
  'instance-profile/',
  'mfa/',
  'server-certificate/',
  'policy/',
  'sms-mfa/',
  'saml-provider/',
  'oidc-provider/',
  'report/',
  'access-report/',
]

function resourceFault(resource: string): string | undefined {
  if (/^\*+$/.test(resource)) return undefined
  const [first, partition, ...rest] = resource.split(':')
  if (partition === undefined) return `Resource ${resource} must be in ARN format or "*".`
  if (first !== 'arn' && first !== '*') return 'The policy failed legacy parsing'
  if (!/^(aws[\w-]*|\*)$/.test(partition)) return partitionFault(partition, rest)
  const [service, region, , ...path] = rest
  if (service === undefined) {
    return 'Resource vendor must be fully qualified and cannot contain regexes.'
  }
  if (service === 's3' && region) return `Resource ${resource} can not contain region information.`
  if (service !== 'iam') return undefined
  if (region) return `IAM resource ${resource} cannot contain region information.`
  return iamPathFault(path.join(':'))
}

function partitionFault(partition: string, rest: readonly string[]): string {
  const given = rest.length === 0 || (rest.length === 1 && rest[0] === '') ? [] : rest
  const padded = [...given, ...Array<string>(Math.max(0, 4 - given.length)).fill('*')]
  return `Partition "${partition}" is not valid for resource "arn:${partition}:${padded.join(':')}".`
}

function iamPathFault(path: string): string | undefined {
  if (path === '*' || path === 'root' || path === '') return undefined
  const isKnown = iamPaths.some((start) => path.startsWith(start) || start.startsWith(path))
  if (isKnown || path.includes('*') || path.includes('$')) return undefined
  return `IAM resource path must either be "*", root, or start with ${iamPaths.join(', ')}.`
}
