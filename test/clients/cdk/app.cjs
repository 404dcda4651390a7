/**
 * A CDK app as users write one: a table, and principals of every kind with the grants that CDK makes for it.
 * Prints the template. Its argument is the folder that aws-cdk-lib is installed in.
 */
const { createRequire } = require('node:module')
const { join } = require('node:path')
const process = require('node:process')

const installed = createRequire(join(process.argv[2], 'app.cjs'))
const { App, CfnOutput, Stack, aws_dynamodb: dynamodb, aws_iam: iam } = installed('aws-cdk-lib')

const app = new App({ analyticsReporting: false })
const stack = new Stack(app, 'Shop', { env: { account: '000000000000', region: 'eu-central-1' } })

const table = new dynamodb.Table(stack, 'Orders', {
  tableName: 'cdk-orders',
  partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
  billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
  stream: dynamodb.StreamViewType.NEW_IMAGE,
})
table.addGlobalSecondaryIndex({
  indexName: 'by-day',
  partitionKey: { name: 'day', type: dynamodb.AttributeType.STRING },
})

const grants = {
  reader: (user) => table.grantReadData(user),
  writer: (user) => table.grantWriteData(user),
  editor: (user) => table.grantReadWriteData(user),
  owner: (user) => table.grantFullAccess(user),
  follower: (user) => table.grantStreamRead(user),
  stranger: () => undefined,
  picker: (user) => table.grant(user, 'dynamodb:GetItem'),
}
const users = {}
for (const [userName, grant] of Object.entries(grants)) {
  users[userName] = newUser({ userName })
  grant(users[userName])
}

function newUser(properties) {
  const { userName } = properties
  const user = new iam.User(stack, `User-${userName}`, properties)
  const key = new iam.AccessKey(stack, `Key-${userName}`, { user })
  new CfnOutput(stack, `Id-${userName}`, { value: key.accessKeyId })
  new CfnOutput(stack, `Secret-${userName}`, { value: key.secretAccessKey.unsafeUnwrap() })
  return user
}

const team = new iam.Group(stack, 'Team', { groupName: 'team' })
table.grantReadData(team)
newUser({ userName: 'member', groups: [team] })

const job = new iam.Role(stack, 'Job', {
  roleName: 'job',
  assumedBy: new iam.AccountPrincipal('000000000000'),
  inlinePolicies: {
    list: new iam.PolicyDocument({
      statements: [new iam.PolicyStatement({ actions: ['dynamodb:ListTables'], resources: ['*'] })],
    }),
  },
})
table.grantWriteData(job)
job.grantAssumeRole(users.owner)
table.grantReadData(
  new iam.Role(stack, 'Function', {
    roleName: 'function',
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    managedPolicies: [iam.ManagedPolicy.fromAwsManagedPolicyName('ReadOnlyAccess')],
  }),
)

const tenant = new iam.ManagedPolicy(stack, 'Tenant', {
  managedPolicyName: 'tenant',
  statements: [
    new iam.PolicyStatement({
      actions: ['dynamodb:GetItem'],
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['${aws:username}'] } },
    }),
  ],
})
const guest = newUser({
  userName: 'guest',
  permissionsBoundary: iam.ManagedPolicy.fromAwsManagedPolicyName('AmazonDynamoDBReadOnlyAccess'),
})
guest.addManagedPolicy(tenant)

new iam.CfnOIDCProvider(stack, 'Issuer', {
  url: 'https://issuer.example.com',
  clientIdList: ['shop'],
  thumbprintList: ['0123456789012345678901234567890123456789'],
})
new iam.Role(stack, 'Deployer', {
  roleName: 'deployer',
  assumedBy: new iam.WebIdentityPrincipal(
    'arn:aws:iam::000000000000:oidc-provider/issuer.example.com',
    { StringEquals: { 'issuer.example.com:aud': 'shop' } },
  ),
})

process.stdout.write(JSON.stringify(app.synth().getStackByName('Shop').template))
