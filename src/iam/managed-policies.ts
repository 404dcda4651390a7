/**
 * AWS's own policies that mean something here. Those of DynamoDB and of administrators say what AWS's say
 * of the services that this server has; what they say of other services is left out, since nothing here
 * would ask for it.
 */
export interface ManagedPolicy {
  readonly name: string
  readonly path: string
  readonly arn: string
  readonly id: string
  readonly description: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Of the one version that there is. */
  readonly versionId: string
  /** JSON. */
  readonly document: string
}

interface Statement {
  readonly Sid?: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Action?: string | readonly string[]
  readonly NotAction?: readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: object
}

interface Facts {
  readonly name: string
  readonly path?: string
  readonly id: string
  readonly versionId: string
  readonly created: string
  readonly updated: string
  readonly description: string
  readonly statements: readonly Statement[]
}

const allow = (action: string | readonly string[], resource: string = '*'): Statement => ({
  Effect: 'Allow',
  Action: action,
  Resource: resource,
})

const streamReads = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
]

const iamReads = ['iam:GenerateCredentialReport', 'iam:Get*', 'iam:List*', 'iam:Simulate*']

const dynamodbReads = [
  'dynamodb:BatchGetItem',
  'dynamodb:Describe*',
  'dynamodb:List*',
  'dynamodb:GetAbacStatus',
  'dynamodb:GetItem',
  'dynamodb:GetResourcePolicy',
  'dynamodb:Query',
  'dynamodb:Scan',
  'dynamodb:PartiQLSelect',
]

const facts: readonly Facts[] = [
  {
    name: 'AdministratorAccess',
    id: 'ANPAIWMBCKSKIEE64ZLYK',
    versionId: 'v1',
    created: '2015-02-06T18:39:46Z',
    updated: '2015-02-06T18:39:46Z',
    description: 'Provides full access to AWS services and resources.',
    statements: [allow('*')],
  },
  {
    name: 'AmazonDynamoDBFullAccess',
    id: 'ANPAINUGF2JSOSUY76KYA',
    versionId: 'v15',
    created: '2015-02-06T18:40:11Z',
    updated: '2021-01-29T17:38:29Z',
    description: 'Provides full access to Amazon DynamoDB via the AWS Management Console.',
    statements: [
      allow([
        'dynamodb:*',
        'dax:*',
        'kinesis:DescribeStream',
        'kinesis:PutRecord',
        'kinesis:PutRecords',
        'iam:GetRole',
        'iam:ListRoles',
        'tag:GetResources',
      ]),
    ],
  },
  {
    name: 'AmazonDynamoDBFullAccess_v2',
    id: 'ANPAZKAPJZG4GNB6M2ROL',
    versionId: 'v1',
    created: '2025-01-28T20:05:00Z',
    updated: '2025-01-28T20:05:00Z',
    description: 'Provides full access to Amazon DynamoDB via the AWS Management Console.',
    statements: [
      allow(['dynamodb:*', 'dax:*', 'kinesis:ListStreams', 'kinesis:DescribeStreamSummary']),
    ],
  },
  {
    name: 'AmazonDynamoDBReadOnlyAccess',
    id: 'ANPAIY2XFNA232XJ6J7X2',
    versionId: 'v14',
    created: '2015-02-06T18:40:12Z',
    updated: '2024-03-20T15:40:00Z',
    description: 'Provides read only access to Amazon DynamoDB via the AWS Management Console.',
    statements: [allow([...dynamodbReads, 'iam:GetRole', 'iam:ListRoles', 'tag:GetResources'])],
  },
  {
    name: 'AWSLambdaDynamoDBExecutionRole',
    path: '/service-role/',
    id: 'ANPAIP7WNAGMIPYNW4WQG',
    versionId: 'v1',
    created: '2015-04-09T15:09:29Z',
    updated: '2015-04-09T15:09:29Z',
    description:
      'Provides list and read access to DynamoDB streams and write permissions to CloudWatch logs.',
    statements: [
      allow([...streamReads, 'logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents']),
    ],
  },
  {
    name: 'AWSLambdaInvocation-DynamoDB',
    id: 'ANPAJTHQ3EKCQALQDYG5G',
    versionId: 'v1',
    created: '2015-02-06T18:40:47Z',
    updated: '2015-02-06T18:40:47Z',
    description: 'Provides read access to DynamoDB Streams.',
    statements: [allow('lambda:InvokeFunction'), allow(streamReads)],
  },
  {
    name: 'AWSDenyAll',
    id: 'ANPAZKAPJZG4P43IUQ5E5',
    versionId: 'v2',
    created: '2019-05-01T22:36:14Z',
    updated: '2023-12-18T16:42:29Z',
    description: 'Deny all access.',
    statements: [{ Sid: 'DenyAll', Effect: 'Deny', Action: ['*'], Resource: '*' }],
  },
  {
    name: 'IAMFullAccess',
    id: 'ANPAI7XKCFMBPM3QQRRVQ',
    versionId: 'v2',
    created: '2015-02-06T18:40:38Z',
    updated: '2019-06-21T19:40:00Z',
    description: 'Provides full access to IAM via the AWS Management Console.',
    statements: [allow('iam:*')],
  },
  {
    name: 'IAMReadOnlyAccess',
    id: 'ANPAJKSO7NDY4T57MWDSQ',
    versionId: 'v4',
    created: '2015-02-06T18:40:39Z',
    updated: '2018-01-25T19:11:27Z',
    description: 'Provides read only access to IAM via the AWS Management Console.',
    statements: [allow(iamReads)],
  },
  {
    name: 'PowerUserAccess',
    id: 'ANPAJYRXTHIB4FOVS3ZXS',
    versionId: 'v5',
    created: '2015-02-06T18:39:47Z',
    updated: '2023-07-06T22:04:00Z',
    description:
      'Provides full access to AWS services and resources, but does not allow management of Users and groups.',
    statements: [
      {
        Effect: 'Allow',
        NotAction: ['iam:*', 'organizations:*', 'account:*'],
        Resource: '*',
      },
      allow(['iam:CreateServiceLinkedRole', 'iam:DeleteServiceLinkedRole', 'iam:ListRoles']),
    ],
  },
  {
    name: 'ReadOnlyAccess',
    id: 'ANPAILL3HVNFSB6DCOWYQ',
    versionId: 'v130',
    created: '2015-02-06T18:39:48Z',
    updated: '2025-01-01T00:00:00Z',
    description: 'Provides read-only access to AWS services and resources.',
    statements: [
      allow([
        ...dynamodbReads,
        ...streamReads,
        ...iamReads,
        's3:Get*',
        's3:List*',
        'sts:GetAccessKeyInfo',
        'sts:GetCallerIdentity',
        'tag:Get*',
      ]),
    ],
  },
]

function policyOf(each: Facts): ManagedPolicy {
  const { name, path = '/', id, versionId, created, updated, description, statements } = each
  return {
    name,
    path,
    arn: `arn:aws:iam::aws:policy${path}${name}`,
    id,
    description,
    createdAtMs: Date.parse(created),
    updatedAtMs: Date.parse(updated),
    versionId,
    document: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
  }
}

let made: readonly ManagedPolicy[] | undefined

/** In the order of names. Made on first use: most servers never need them. */
export function managedPolicies(): readonly ManagedPolicy[] {
  made ??= facts.map(policyOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return made
}

/** Undefined if AWS has no such policy, or none that means something here. */
export function findManagedPolicy(arn: string): ManagedPolicy | undefined {
  return managedPolicies().find((each) => each.arn === arn)
}

/** JSON; undefined if there is no such policy. */
export function awsManagedDocument(arn: string): string | undefined {
  return findManagedPolicy(arn)?.document
}
