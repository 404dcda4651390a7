/**
 * Random documents, made of what policies are made of: each is read or refused as a policy, quickly, and
 * what was read can be checked and evaluated. What is denied to everybody stays denied whatever else a
 * document says. A failure prints its seed and document.
 */
import { seededRandom } from '../../test/support/seeded-random.js'
import { checkPolicy } from './check-policy.js'
import { decide } from './evaluate.js'
import { parsePolicy, type PolicyUse } from './parse-policy.js'
import { PolicyFault } from './policy-fault.js'
import type { PolicyRequest } from './policy.js'
import { noKeys, type KeyValue } from './request-keys.js'

type Fraction = () => number

const texts = [
  '*',
  '?',
  '**?*',
  '',
  'Allow',
  'Deny',
  'dynamodb:*',
  'dynamodb:Get*',
  'dynamodb:GetItem',
  'arn:aws:dynamodb:us-west-2:111122223333:table/T',
  'arn:aws:dynamodb:*:*:table/${aws:username}',
  "arn:aws:dynamodb:::${a, 'b'}${*}${",
  '${${${',
  `\${${' '.repeat(300)}`,
  `\${a,${' '.repeat(300)}'`,
  '*a'.repeat(200),
  '?*'.repeat(200),
  '111122223333',
  'arn:aws:iam::111122223333:root',
  'arn:aws:iam::111122223333:user/alice',
  '2012-10-17',
  '2008-10-17',
  'true',
  '10.0.0.0/8',
  '2026-01-01T00:00:00Z',
  '1e999',
  '__proto__',
  'constructor',
]
const members = [
  'Version',
  'Id',
  'Statement',
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
  'AWS',
  'Federated',
  'StringEquals',
  'ForAnyValue:StringNotLike',
  'ForAllValues:ArnLikeIfExists',
  'NumericLessThan',
  'DateGreaterThan',
  'IpAddress',
  'Bool',
  'BinaryEquals',
  'Null',
  'dynamodb:LeadingKeys',
  'aws:username',
  '__proto__',
]

export function fuzzPolicies(seed: number, rounds: number): void {
  const random = seededRandom(seed).fraction
  for (let round = 0; round < rounds; round++) {
    const document = round % 2 === 0 ? anyValue(random, 5) : likelyPolicy(random)
    const text = JSON.stringify(document)
    try {
      tryAll(text, random)
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}, document ${text}`, { cause: error })
    }
  }
}

function tryAll(text: string, random: Fraction): void {
  const start = performance.now()
  for (const use of ['identity', 'resource', 'trust'] as const) tryUse(text, use, random)
  if (performance.now() - start > 1000) throw new Error('took too long')
}

const denied = parsePolicy(
  '{"Statement":{"Effect":"Deny","Action":"*","Resource":"*"}}',
  'identity',
)

function tryUse(text: string, use: PolicyUse, random: Fraction): void {
  let policy
  try {
    policy = parsePolicy(text, use)
  } catch (error) {
    if (error instanceof PolicyFault) return
    throw error
  }
  checkPolicy(policy)
  const named = { name: 'fuzz', policy }
  const request = requestOf(random)
  const sets = use === 'identity' ? { identity: [named] } : { identity: [], resource: named }
  decide(request, { ...sets, resourceAccount: '111122223333' })
  const closed = { ...sets, identity: [...sets.identity, { name: 'deny', policy: denied }] }
  const { kind } = decide(request, { ...closed, resourceAccount: '111122223333' })
  if (kind !== 'denied') throw new Error(`${kind} although everything is denied`)
}

function requestOf(random: Fraction): PolicyRequest {
  const keys = new Map<string, KeyValue>([
    ['aws:username', pick(random, texts)],
    ['dynamodb:leadingkeys', ['u1', pick(random, texts), 'a'.repeat(500)]],
  ])
  return {
    principal: {
      kind: 'user',
      account: '111122223333',
      arn: 'arn:aws:iam::111122223333:user/alice',
    },
    action: 'dynamodb:GetItem',
    resource: 'arn:aws:dynamodb:us-west-2:111122223333:table/T',
    keys: random() < 0.2 ? noKeys : keys,
  }
}

function anyValue(random: Fraction, depth: number): unknown {
  const kind = random()
  if (depth === 0 || kind < 0.4) return pick(random, [...texts, 7, true, null, -0.5])
  const count = Math.floor(random() * 4)
  if (kind < 0.6) return Array.from({ length: count }, () => anyValue(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: count }, () => [pick(random, members), anyValue(random, depth - 1)]),
  )
}

/** Mostly as policies are, with something random in places. */
function likelyPolicy(random: Fraction): unknown {
  const some = (value: unknown) => (random() < 0.9 ? value : anyValue(random, 3))
  const statement = () => ({
    Effect: some(pick(random, ['Allow', 'Deny'])),
    [pick(random, ['Action', 'NotAction'])]: some('dynamodb:*'),
    [pick(random, ['Resource', 'NotResource'])]: some(pick(random, texts)),
    ...(random() < 0.5 && { Principal: some({ AWS: pick(random, texts) }) }),
    ...(random() < 0.7 && {
      Condition: some({
        [pick(random, members.slice(14, 23))]: { [pick(random, members)]: pick(random, texts) },
      }),
    }),
  })
  const statements = Array.from({ length: 1 + Math.floor(random() * 3) }, statement)
  return { Version: some('2012-10-17'), Statement: some(statements) }
}

function pick<T>(random: Fraction, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!
}
