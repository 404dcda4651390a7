/** Who may assume a role: its trust policy must allow it, and often the caller's own policies too. */
import { describe } from 'node:test'
import type { PolicySets } from './policy-sets.js'
import type { Principal } from './principal.js'
import {
  accountA,
  accountB,
  alice,
  allow,
  bob,
  carol,
  checkCases,
  identity,
  policyOf,
  roleArn,
  sessionOf,
  type StatementText,
} from './policy-suite.js'

const action = 'sts:AssumeRole'
const onRole = { action, on: `arn:aws:iam::${accountA}:role/target` }
const asAlice = { ...onRole, as: alice }
const asBob = { ...onRole, as: bob }
const asSession = { ...onRole, as: sessionOf('s1') }
const aliceArn = `arn:aws:iam::${accountA}:user/alice`
const bobArn = `arn:aws:iam::${accountB}:user/bob`
const mayAssume = identity(allow(action, '*'))

function trusting(
  Principal: unknown,
  rest: Partial<StatementText> = {},
): Pick<PolicySets, 'trust'> {
  const statement: StatementText = { Effect: 'Allow', Action: action, Principal, ...rest }
  return { trust: policyOf(statement, { use: 'trust' }) }
}

describe('the trust policy of a role', () => {
  checkCases('that names a user suffices', trusting({ AWS: aliceArn }), [
    [asAlice, 'A'],
    [{ ...onRole, as: carol }, 'D'],
    [asBob, 'D'],
  ])
  checkCases('that names nobody is not replaced', { ...mayAssume, ...trusting({ AWS: bobArn }) }, [
    [asAlice, 'D'],
    [asBob, 'A'],
  ])
  checkCases('that names the account leaves it to the account', trusting({ AWS: accountA }), [
    [asAlice, 'D'],
    [asSession, 'D'],
  ])
  checkCases('… whose policies decide', { ...mayAssume, ...trusting({ AWS: accountA }) }, [
    [asAlice, 'A'],
    [asSession, 'A'],
    [asBob, 'D'],
  ])
  checkCases('that names a stranger needs the stranger’s account', trusting({ AWS: bobArn }), [
    [asBob, 'D'],
  ])
  checkCases('that names a role means its sessions', trusting({ AWS: roleArn }), [
    [asSession, 'A'],
    [asAlice, 'D'],
  ])
  const s3 = policyOf(allow('s3:*', '*'))
  checkCases('… within their policies', { ...trusting({ AWS: roleArn }), session: [s3] }, [
    [asSession, 'D'],
  ])
  const closed: StatementText[] = [
    { Effect: 'Allow', Action: action, Principal: '*' },
    { Effect: 'Deny', Action: action, Principal: { AWS: aliceArn } },
  ]
  checkCases('that denies ends it', { ...mayAssume, trust: policyOf(closed, { use: 'trust' }) }, [
    [asAlice, 'X'],
    [{ ...onRole, as: carol }, 'A'],
    [asBob, 'A'],
  ])
  const secret = { StringEquals: { 'sts:ExternalId': 'secret' } }
  checkCases('with a condition', trusting({ AWS: aliceArn }, { Condition: secret }), [
    [{ ...asAlice, keys: { 'sts:ExternalId': 'secret' } }, 'A'],
    [{ ...asAlice, keys: { 'sts:ExternalId': 'other' } }, 'D'],
    [asAlice, 'D'],
  ])
  checkCases('of one action allows no other', trusting({ AWS: aliceArn }), [
    [{ ...asAlice, action: 'sts:TagSession' }, 'D'],
  ])
})

describe('the trust policy of a role for web identities', () => {
  const provider = `arn:aws:iam::${accountA}:oidc-provider/issuer.example`
  const web: Principal = { kind: 'web-identity', provider }
  const asWeb = { on: onRole.on, action: 'sts:AssumeRoleWithWebIdentity', as: web }
  const rest = {
    Action: asWeb.action,
    Condition: { StringEquals: { 'issuer.example:aud': 'app', 'issuer.example:sub': 'ann' } },
  }
  const keys = { 'issuer.example:aud': 'app', 'issuer.example:sub': 'ann' }
  checkCases('names their provider', trusting({ Federated: provider }, rest), [
    [{ ...asWeb, keys }, 'A'],
    [{ ...asWeb, keys: { ...keys, 'issuer.example:sub': 'bob' } }, 'D'],
    [{ ...asWeb, keys: { 'issuer.example:sub': 'ann' } }, 'D'],
    [{ ...asWeb, keys, as: { ...web, provider: `${provider}/other` } }, 'D'],
    [{ ...asWeb, keys, as: alice }, 'D'],
  ])
  checkCases('does not mean them by everyone', trusting('*', { Action: asWeb.action }), [
    [asWeb, 'D'],
  ])
})
