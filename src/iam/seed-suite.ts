/** Seed files of the tests, and how they are applied. */
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { applySeed } from './apply-seed.js'
import { iamOn, ownEngine, testAccount } from './iam-suite.js'
import { readSeed } from './seed.js'

export const administratorArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
export const ownPolicyArn = `arn:aws:iam::${testAccount}:policy/own`
export const seedSecret = 'a secret of enough length'.replaceAll(' ', '-')

export function allowing(action: string) {
  const statement = { Effect: 'Allow', Action: action, Resource: '*' }
  return { Version: '2012-10-17', Statement: [statement] }
}

export function trusting(arn: string) {
  const statement = { Effect: 'Allow', Principal: { AWS: arn }, Action: 'sts:AssumeRole' }
  return { Version: '2012-10-17', Statement: [statement] }
}

export const wholeSeed = {
  rootKeys: [{ accessKeyId: 'ROOTKEY', secretAccessKey: seedSecret }],
  providers: { 'https://issuer.example': { clientIds: ['app'] } },
  policies: { own: { document: allowing('dynamodb:GetItem'), tags: { site: 'x' } } },
  groups: { devs: { attachedPolicies: [administratorArn] } },
  users: {
    alice: {
      path: '/team/',
      tags: { team: 'blue' },
      groups: ['devs'],
      boundary: administratorArn,
      attachedPolicies: [ownPolicyArn],
      inlinePolicies: { reader: allowing('dynamodb:Query') },
      accessKeys: [
        { accessKeyId: 'ALICE1', secretAccessKey: seedSecret },
        { accessKeyId: 'ALICE2', secretAccessKey: seedSecret, active: false },
      ],
    },
  },
  roles: {
    // Trusts one that comes later.
    first: { trustPolicy: trusting(`arn:aws:iam::${testAccount}:role/second`) },
    second: {
      trustPolicy: trusting(`arn:aws:iam::${testAccount}:user/team/alice`),
      maxSessionDuration: 7200,
      attachedPolicies: [ownPolicyArn],
    },
  },
}

export async function openSeeded(engine?: Engine) {
  const store = engine ?? (await ownEngine())
  const server = iamOn(store)
  const office = {
    iam: server.store,
    clock: server.clock,
    random: systemRandom,
    accessKeys: server.keys,
  }
  const apply = (content: object, account = testAccount) =>
    applySeed(store, office, readSeed(JSON.stringify({ accounts: { [account]: content } })))
  return { ...server, apply }
}

export type SeededServer = Awaited<ReturnType<typeof openSeeded>>

export function findSeeded<K extends 'user' | 'role' | 'group' | 'policy'>(
  { store }: SeededServer,
  kind: K,
  name: string,
) {
  return store.find({ kind, account: testAccount, name } as const)
}
