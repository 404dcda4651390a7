/**
 * Reads a policy document and makes it ready to be evaluated. What cannot be understood is refused as a
 * whole: half a policy would allow or deny something else.
 */
import { ArnPattern } from './arn-pattern.js'
import { textEquals } from './comparisons.js'
import type { PolicyCondition } from './condition-block.js'
import { findOperator, type Operator } from './operators.js'
import { parsePrincipals } from './parse-principals.js'
import { patternOfText } from './pattern.js'
import { PolicyFault } from './policy-fault.js'
import type { Policy, PolicyStatement, PolicyVersion } from './policy.js'

/** What a policy is attached to decides what it may and must say. */
export type PolicyUse = 'identity' | 'resource' | 'trust'

/** Throws `PolicyFault`. */
export function parsePolicy(text: string, use: PolicyUse): Policy {
  return readPolicy(parseJson(text), use)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PolicyFault('json', 'The policy is not valid JSON.')
  }
}

function readPolicy(document: unknown, use: PolicyUse): Policy {
  const members = membersOf(document, 'policy', ['Version', 'Id', 'Statement'])
  const version = versionOf(members['Version'])
  const id = optionalText(members['Id'], 'Id')
  const statements = listOf(members['Statement'])
  if (statements.length === 0) throw new PolicyFault('no-statement', 'The policy has no statement.')
  const read = statements.map((each) => readStatement(each, version, use))
  const sids = read.flatMap(({ sid }) => (sid === undefined ? [] : [sid]))
  if (new Set(sids).size < sids.length) {
    throw new PolicyFault('sid-twice', 'Two statements of the policy have the same Sid.')
  }
  return { version, ...(id === undefined ? {} : { id }), statements: read }
}

/** AWS: a policy that does not say has the older version. */
function versionOf(value: unknown): PolicyVersion {
  if (value === undefined) return '2008-10-17'
  if (value === '2012-10-17' || value === '2008-10-17') return value
  throw new PolicyFault('version', 'The Version of a policy is 2012-10-17 or 2008-10-17.')
}

const statementMembers = [
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
] as const

type StatementMembers = Readonly<Partial<Record<(typeof statementMembers)[number], unknown>>>

function readStatement(value: unknown, version: PolicyVersion, use: PolicyUse): PolicyStatement {
  const members: StatementMembers = membersOf(value, 'statement', statementMembers)
  const variables = version === '2012-10-17'
  const sid = optionalText(members.Sid, 'Sid')
  return {
    ...(sid === undefined ? {} : { sid }),
    effect: effectOf(members.Effect, use),
    ...principalsOf(members, use),
    actions: actionsOf(members),
    ...resourcesOf(members, use, variables),
    conditions: conditionsOf(members.Condition, variables),
  }
}

/** AWS: the policies of tables and streams may write it in any case. */
function effectOf(value: unknown, use: PolicyUse): PolicyStatement['effect'] {
  const text = String(value)
  const known = ['Allow', 'Deny'] as const
  const found = known.find((each) =>
    use === 'resource' ? each.toLowerCase() === text.toLowerCase() : each === text,
  )
  if (found !== undefined) return found
  throw new PolicyFault('effect', 'The Effect of a statement is Allow or Deny.')
}

function principalsOf(
  members: StatementMembers,
  use: PolicyUse,
): Pick<PolicyStatement, 'principals'> {
  const { Principal: only, NotPrincipal: except } = members
  if (only === undefined && except === undefined) {
    if (use === 'identity') return {}
    throw new PolicyFault('no-principal', 'A statement of this policy has no Principal.')
  }
  if (use === 'identity') {
    throw new PolicyFault('principal', 'The policy of a principal has no Principal of its own.')
  }
  if (only !== undefined && except !== undefined) throw bothOf('Principal')
  return {
    principals: { list: parsePrincipals(only ?? except), isExcept: only === undefined },
  }
}

function actionsOf({
  Action: only,
  NotAction: except,
}: StatementMembers): PolicyStatement['actions'] {
  if (only !== undefined && except !== undefined) throw bothOf('Action')
  const texts = textsOf(only ?? except, 'Action')
  for (const text of texts) {
    if (text === '*' || /^[\w-]+:[\w*?]+$/.test(text)) continue
    throw new PolicyFault('action', `The action "${text}" is not written as service:Action.`)
  }
  const patterns = texts.map((text) => patternOfText(text.toLowerCase()))
  return { texts, patterns, isExcept: only === undefined }
}

function resourcesOf(
  { Resource: only, NotResource: except }: StatementMembers,
  use: PolicyUse,
  variables: boolean,
): Pick<PolicyStatement, 'resources'> {
  if (use === 'trust' && only === undefined && except === undefined) return {}
  if (only !== undefined && except !== undefined) throw bothOf('Resource')
  if (only === undefined && except === undefined) {
    throw new PolicyFault('no-resource', 'A statement has no Resource.')
  }
  const rules = { padded: use === 'identity', variables, lastOnly: true }
  const texts = textsOf(only ?? except, 'Resource')
  const patterns = texts.map((text) => {
    if (!/^\*+$/.test(text) && !text.startsWith('arn:') && !text.startsWith('*')) {
      throw new PolicyFault('resource', `The resource "${text}" is neither an ARN nor *.`)
    }
    return new ArnPattern(text, rules)
  })
  return { resources: { texts, patterns, isExcept: only === undefined } }
}

function conditionsOf(value: unknown, variables: boolean): readonly PolicyCondition[] {
  if (value === undefined) return []
  return Object.entries(objectOf(value, 'Condition')).flatMap(([operatorName, keys]) => {
    const operator = findOperator(operatorName)
    if (operator === undefined) {
      throw new PolicyFault('operator', `There is no condition operator ${operatorName}.`)
    }
    return Object.entries(objectOf(keys, operatorName)).map(([key, listed]) => {
      const values = listOf(listed).map((each) => scalarText(each, key))
      const keyName = key.toLowerCase()
      return {
        operatorName,
        key,
        keyName,
        values,
        operator,
        ...matchersOf(operator, values, variables),
      }
    })
  })
}

function matchersOf(
  { compare }: Operator,
  values: readonly string[],
  variables: boolean,
): Pick<PolicyCondition, 'texts' | 'comparisons'> {
  const isText = (text: string) => compare === textEquals && !(variables && text.includes('${'))
  const made = values
    .filter((text) => !isText(text))
    .map((text) => compare?.(text, { variables }))
    .filter((each) => each !== undefined)
  return { texts: new Set(values.filter(isText)), comparisons: made }
}

/** Booleans and numbers count as their texts. */
function scalarText(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  throw new PolicyFault('value', `The values of ${where} are texts.`)
}

function textsOf(value: unknown, where: string): readonly string[] {
  const list = listOf(value)
  if (list.length === 0) throw new PolicyFault('empty', `A statement has no ${where}.`)
  return list.map((each) => {
    if (typeof each === 'string') return each
    throw new PolicyFault('value', `The values of ${where} are texts.`)
  })
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function optionalText(value: unknown, where: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new PolicyFault('value', `The ${where} of a policy is a text.`)
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new PolicyFault('shape', `The ${where} of a policy is an object.`)
}

function membersOf(
  value: unknown,
  where: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  const members = objectOf(value, where)
  const unknown = Object.keys(members).find((name) => !known.includes(name))
  if (unknown === undefined) return members
  throw new PolicyFault('member', `A ${where} has no member ${unknown}.`)
}

function bothOf(name: string): PolicyFault {
  return new PolicyFault('both', `A statement has both ${name} and Not${name}.`)
}
