/**
 * Makes the resources of a template by the calls that CloudFormation makes for their types. There is one
 * function for each type, so a template with a type that Gramme cannot serve fails here.
 */
import assert from 'node:assert/strict'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { exchangeForm } from '../../support/iam-form.js'
import type { Credentials } from '../../support/sign.js'
import { NotYet, resolved, type Made, type Template } from './template.js'

export interface Account {
  readonly url: string
  readonly region: string
  readonly credentials: Omit<Credentials, 'region'>
}

interface InlinePolicy {
  readonly PolicyName: string
  readonly PolicyDocument: object
}

interface Holders {
  readonly Users?: readonly string[]
  readonly Groups?: readonly string[]
  readonly Roles?: readonly string[]
}

interface Principal {
  readonly ManagedPolicyArns?: readonly string[]
  readonly Policies?: readonly InlinePolicy[]
}

type Make<Properties> = (account: Account, properties: Properties) => Promise<Made>

interface TableProperties extends Omit<CreateTableCommandInput, 'StreamSpecification'> {
  readonly StreamSpecification: { readonly StreamViewType: 'NEW_IMAGE' }
}

const makeTable: Make<TableProperties> = async ({ url, region, credentials }, properties) => {
  const client = new DynamoDBClient({ endpoint: url, region, credentials })
  const StreamSpecification = { ...properties.StreamSpecification, StreamEnabled: true }
  const { TableDescription: made } = await client.send(
    new CreateTableCommand({ ...properties, StreamSpecification }),
  )
  client.destroy()
  return { Ref: made!.TableName!, Arn: made!.TableArn!, StreamArn: made!.LatestStreamArn! }
}

interface UserProperties extends Principal {
  readonly UserName: string
  readonly PermissionsBoundary?: string
  readonly Groups?: readonly string[]
}

const makeUser: Make<UserProperties> = async (account, properties) => {
  const { UserName, PermissionsBoundary, Groups = [] } = properties
  const made = await ask(account, 'CreateUser', { UserName, PermissionsBoundary })
  for (const GroupName of Groups) await ask(account, 'AddUserToGroup', { GroupName, UserName })
  await grant(account, 'User', UserName, properties)
  return { Ref: UserName, Arn: elementOf(made, 'Arn') }
}

const makeGroup: Make<Principal & { readonly GroupName: string }> = async (account, properties) => {
  const { GroupName } = properties
  const made = await ask(account, 'CreateGroup', { GroupName })
  await grant(account, 'Group', GroupName, properties)
  return { Ref: GroupName, Arn: elementOf(made, 'Arn') }
}

interface RoleProperties extends Principal {
  readonly RoleName: string
  readonly AssumeRolePolicyDocument: object
}

const makeRole: Make<RoleProperties> = async (account, properties) => {
  const { RoleName, AssumeRolePolicyDocument: document } = properties
  const trusts = { AssumeRolePolicyDocument: JSON.stringify(document) }
  const made = await ask(account, 'CreateRole', { RoleName, ...trusts })
  await grant(account, 'Role', RoleName, properties)
  return { Ref: RoleName, Arn: elementOf(made, 'Arn') }
}

const makeAccessKey: Make<{ readonly UserName: string }> = async (account, { UserName }) => {
  const made = await ask(account, 'CreateAccessKey', { UserName })
  return {
    Ref: elementOf(made, 'AccessKeyId'),
    SecretAccessKey: elementOf(made, 'SecretAccessKey'),
  }
}

const makePolicy: Make<InlinePolicy & Holders> = async (account, policy) => {
  for (const [kind, name] of holdersOf(policy)) await putPolicy(account, kind, name, policy)
  return { Ref: policy.PolicyName }
}

interface ManagedPolicyProperties extends Holders {
  readonly ManagedPolicyName: string
  readonly PolicyDocument: object
  readonly Path: string
  readonly Description: string
}

const makeManagedPolicy: Make<ManagedPolicyProperties> = async (account, properties) => {
  const { ManagedPolicyName: PolicyName, PolicyDocument: document, Path, Description } = properties
  const PolicyDocument = JSON.stringify(document)
  const made = await ask(account, 'CreatePolicy', { PolicyName, PolicyDocument, Path, Description })
  const PolicyArn = elementOf(made, 'Arn')
  for (const [kind, name] of holdersOf(properties)) {
    await ask(account, `Attach${kind}Policy`, { [`${kind}Name`]: name, PolicyArn })
  }
  return { Ref: PolicyArn }
}

interface ProviderProperties {
  readonly Url: string
  readonly ClientIdList: readonly string[]
  readonly ThumbprintList: readonly string[]
}

const makeProvider: Make<ProviderProperties> = async (account, properties) => {
  const { Url, ClientIdList, ThumbprintList } = properties
  const made = await ask(account, 'CreateOpenIDConnectProvider', {
    Url,
    ...membersOf('ClientIDList', ClientIdList),
    ...membersOf('ThumbprintList', ThumbprintList),
  })
  return { Ref: elementOf(made, 'OpenIDConnectProviderArn') }
}

const makers = {
  'AWS::DynamoDB::Table': makeTable,
  'AWS::IAM::User': makeUser,
  'AWS::IAM::Group': makeGroup,
  'AWS::IAM::Role': makeRole,
  'AWS::IAM::AccessKey': makeAccessKey,
  'AWS::IAM::Policy': makePolicy,
  'AWS::IAM::ManagedPolicy': makeManagedPolicy,
  'AWS::IAM::OIDCProvider': makeProvider,
} as const

/** Makes everything, each resource once what it refers to is there. */
export async function makeResources(
  account: Account,
  { Resources }: Template,
): Promise<ReadonlyMap<string, Made>> {
  const made = new Map<string, Made>()
  let left = Object.entries(Resources)
  while (left.length > 0) {
    const waiting: typeof left = []
    for (const [name, { Type, Properties }] of left) {
      const properties = orNotYet(() => resolved(Properties ?? {}, made))
      if (properties === undefined) waiting.push([name, { Type, Properties }])
      else made.set(name, await makerOf(Type)(account, properties))
    }
    assert.ok(waiting.length < left.length, 'resources refer to each other')
    left = waiting
  }
  return made
}

function makerOf(type: string): Make<unknown> {
  const maker = (makers as Readonly<Record<string, unknown>>)[type]
  assert.ok(maker !== undefined, `nothing is known of ${type}`)
  return maker as Make<unknown>
}

function orNotYet<T>(resolve: () => T): T | undefined {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof NotYet) return undefined
    throw error
  }
}

type Kind = 'User' | 'Group' | 'Role'

function holdersOf({ Users = [], Groups = [], Roles = [] }: Holders): readonly [Kind, string][] {
  const named = (kind: Kind, names: readonly string[]) =>
    names.map((name): [Kind, string] => [kind, name])
  return [...named('User', Users), ...named('Group', Groups), ...named('Role', Roles)]
}

async function grant(
  account: Account,
  kind: Kind,
  name: string,
  { ManagedPolicyArns = [], Policies = [] }: Principal,
): Promise<void> {
  for (const PolicyArn of ManagedPolicyArns) {
    await ask(account, `Attach${kind}Policy`, { [`${kind}Name`]: name, PolicyArn })
  }
  for (const policy of Policies) await putPolicy(account, kind, name, policy)
}

async function putPolicy(
  account: Account,
  kind: Kind,
  name: string,
  { PolicyName, PolicyDocument: document }: InlinePolicy,
): Promise<void> {
  const PolicyDocument = JSON.stringify(document)
  await ask(account, `Put${kind}Policy`, { [`${kind}Name`]: name, PolicyName, PolicyDocument })
}

type Parameters = Readonly<Record<string, string | undefined>>

function ask({ url, credentials }: Account, Action: string, given: Parameters): Promise<string> {
  const parameters: Record<string, string> = { Action }
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) parameters[name] = value
  }
  return exchangeForm(url, credentials, parameters)
}

function membersOf(name: string, values: readonly string[]): Parameters {
  return Object.fromEntries(values.map((value, i) => [`${name}.member.${i + 1}`, value]))
}

function elementOf(xml: string, name: string): string {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  assert.ok(text !== undefined, `the answer has no ${name}: ${xml}`)
  return text
}
