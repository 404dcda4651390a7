/** What the operations of IAM declare that they touch, in an account that has nothing. */
import type { Json } from './database-suite.js'
import type { AccessRow } from './statement-access-rows-suite.js'

const account = 'arn:aws:iam::000000000000'
const policyArn = `${account}:policy/p`
const provider = `${account}:oidc-provider/login.example.com`
const document = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }],
})
const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'a.b.c' } }],
})
const tags = { Tags: [{ Key: 'team', Value: 'a' }] }

const inputs = {
  user: { UserName: 'u' },
  group: { GroupName: 'g' },
  role: { RoleName: 'r' },
} as const
const arns = {
  user: `${account}:user/u`,
  group: `${account}:group/g`,
  role: `${account}:role/r`,
} as const

/** What is shown of what a request brings along. */
function broughtBy(input: Json): string {
  const tagged = 'Tags' in input ? ' team=a' : ''
  const untagged = 'TagKeys' in input ? ' -team' : ''
  const policy = 'PolicyArn' in input ? ` iam:policyarn=${policyArn}` : ''
  const boundary = 'PermissionsBoundary' in input ? ` iam:permissionsboundary=${policyArn}` : ''
  return `${tagged}${untagged}${policy}${boundary}`
}

function on(
  kind: keyof typeof inputs,
  name: string,
  more: Json = {},
): [string, readonly AccessRow[]] {
  return [name, [[{ ...inputs[kind], ...more }, `iam:${name} ${arns[kind]}${broughtBy(more)}`]]]
}

function onPolicy(name: string, more: Json = {}): [string, readonly AccessRow[]] {
  return [name, [[{ PolicyArn: policyArn, ...more }, `iam:${name} ${policyArn}${broughtBy(more)}`]]]
}

function onAll(name: string, resource = '*', input: Json = {}): [string, readonly AccessRow[]] {
  return [name, [[input, `iam:${name} ${resource}`]]]
}

function grantRows(kind: keyof typeof inputs, word: string): [string, readonly AccessRow[]][] {
  const named = { PolicyName: 'p' }
  return [
    on(kind, `Attach${word}Policy`, { PolicyArn: policyArn }),
    on(kind, `Detach${word}Policy`, { PolicyArn: policyArn }),
    on(kind, `Put${word}Policy`, { ...named, PolicyDocument: document }),
    on(kind, `Get${word}Policy`, named),
    on(kind, `Delete${word}Policy`, named),
    on(kind, `List${word}Policies`),
    on(kind, `ListAttached${word}Policies`),
  ]
}

function taggedRows(kind: 'user' | 'role', word: string): [string, readonly AccessRow[]][] {
  return [
    on(kind, `Tag${word}`, tags),
    on(kind, `Untag${word}`, { TagKeys: ['team'] }),
    on(kind, `List${word}Tags`),
    on(kind, `Put${word}PermissionsBoundary`, { PermissionsBoundary: policyArn }),
    on(kind, `Delete${word}PermissionsBoundary`),
    on(kind, `Delete${word}`),
    on(kind, `Get${word}`),
  ]
}

const keyId = { AccessKeyId: 'AKIAIOSFODNN7EXAMPLE' }
const member = { UserName: 'u' }

const rows: readonly (readonly [string, readonly AccessRow[]])[] = [
  ...grantRows('user', 'User'),
  ...grantRows('group', 'Group'),
  ...grantRows('role', 'Role'),
  ...taggedRows('user', 'User'),
  ...taggedRows('role', 'Role'),
  [
    'CreateUser',
    [
      [{ UserName: 'u', Path: '/a/' }, `iam:CreateUser ${account}:user/a/u`],
      [
        { ...inputs.user, ...tags },
        `iam:CreateUser ${arns.user} team=a`,
        `iam:TagUser ${arns.user} team=a`,
      ],
    ],
  ],
  [
    'UpdateUser',
    [
      [
        { ...inputs.user, NewUserName: 'w' },
        `iam:UpdateUser ${arns.user}`,
        `iam:UpdateUser ${account}:user/w`,
      ],
    ],
  ],
  onAll('ListUsers', `${account}:user/a/`, { PathPrefix: '/a/' }),
  on('user', 'CreateAccessKey'),
  ['ListAccessKeys', [[{}, `iam:ListAccessKeys ${account}:root`]]],
  on('user', 'UpdateAccessKey', { ...keyId, Status: 'Inactive' }),
  on('user', 'DeleteAccessKey', keyId),
  onAll('GetAccessKeyLastUsed', '*', keyId),
  on('user', 'ListGroupsForUser'),
  on('group', 'CreateGroup'),
  on('group', 'GetGroup'),
  [
    'UpdateGroup',
    [
      [
        { ...inputs.group, NewPath: '/a/' },
        `iam:UpdateGroup ${arns.group}`,
        `iam:UpdateGroup ${account}:group/a/g`,
      ],
    ],
  ],
  on('group', 'DeleteGroup'),
  on('group', 'AddUserToGroup', member),
  on('group', 'RemoveUserFromGroup', member),
  onAll('ListGroups', `${account}:group/`),
  [
    'CreateRole',
    [
      [
        { ...inputs.role, AssumeRolePolicyDocument: trust, ...tags },
        `iam:CreateRole ${arns.role} team=a`,
        `iam:TagRole ${arns.role} team=a`,
      ],
    ],
  ],
  on('role', 'UpdateRole'),
  on('role', 'UpdateRoleDescription', { Description: 'd' }),
  on('role', 'UpdateAssumeRolePolicy', { PolicyDocument: trust }),
  on('role', 'ListInstanceProfilesForRole'),
  onAll('ListRoles', `${account}:role/`),
  [
    'CreatePolicy',
    [
      [
        { PolicyName: 'p', PolicyDocument: document, ...tags },
        `iam:CreatePolicy ${policyArn} team=a`,
        `iam:TagPolicy ${policyArn} team=a`,
      ],
    ],
  ],
  onPolicy('GetPolicy'),
  onPolicy('DeletePolicy'),
  onPolicy('CreatePolicyVersion', { PolicyDocument: document }),
  onPolicy('GetPolicyVersion', { VersionId: 'v1' }),
  onPolicy('DeletePolicyVersion', { VersionId: 'v1' }),
  onPolicy('SetDefaultPolicyVersion', { VersionId: 'v1' }),
  onPolicy('ListPolicyVersions'),
  onPolicy('ListEntitiesForPolicy'),
  onPolicy('TagPolicy', tags),
  onPolicy('UntagPolicy', { TagKeys: ['team'] }),
  onPolicy('ListPolicyTags'),
  onAll('ListPolicies'),
  onAll('SimulateCustomPolicy', '*', { PolicyInputList: [document], ActionNames: ['s3:A'] }),
  [
    'SimulatePrincipalPolicy',
    (['user', 'group', 'role'] as const).map((kind) => [
      { PolicySourceArn: arns[kind], ActionNames: ['dynamodb:GetItem'] },
      `iam:SimulatePrincipalPolicy ${arns[kind]}`,
    ]),
  ],
  onAll('CreateOpenIDConnectProvider', provider, { Url: 'https://login.example.com' }),
  onAll('GetOpenIDConnectProvider', provider, { OpenIDConnectProviderArn: provider }),
  onAll('DeleteOpenIDConnectProvider', provider, { OpenIDConnectProviderArn: provider }),
  onAll('ListOpenIDConnectProviders', `${account}:oidc-provider/*`),
  onAll('ListAccountAliases'),
  onAll('GetAccountSummary'),
  onAll('GetAccountAuthorizationDetails'),
]

export const iamAccessRows: Readonly<Record<string, readonly AccessRow[]>> = Object.fromEntries(
  rows.map(([name, ofOperation]) => [`iam.${name}`, ofOperation]),
)
