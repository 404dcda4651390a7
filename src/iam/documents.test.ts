/** Policies that AWS refuses, in the sentences that it was recorded with in 2026. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { AccessStamp } from '../storage/access-stamp.js'
import { systemRandom } from '../stdx/random.js'
import { IamStore } from './iam-store.js'
import { requireIdentityDocument, sizeWithoutBlanks } from './identity-document.js'
import { managedPolicies } from './managed-policies.js'
import { trustPolicySizeMax } from './quotas.js'
import { requireTrustPolicy } from './trust-document.js'

const version = '2012-10-17'
const allow = { Effect: 'Allow', Action: 's3:ListBucket', Resource: '*' }
const of = (statement: object, more: object = { Version: version }) =>
  JSON.stringify({ ...more, Statement: statement })

const syntax = 'Syntax errors in policy.'
const older = 'Policy document must be version 2012-10-17 or greater.'
const legacy = 'The policy failed legacy parsing'
const noActions = 'Policy statement must contain actions.'
const noResources = 'Policy statement must contain resources.'

const refused: readonly (readonly [document: string, told: string])[] = [
  ['This is not a json document', syntax],
  ['"text"', syntax],
  ['{}', syntax],
  [of(allow, {}), older],
  [of(allow, { Version: '2008-10-17' }), older],
  [of(allow, { Version: '2013-10-17' }), syntax],
  [of([], { Version: version }), syntax],
  [of(allow, { Version: version, Extra: 'x' }), syntax],
  [of({ ...allow, Extra: 'x' }), syntax],
  [of({ ...allow, Effect: 'Maybe' }), syntax],
  [of({ ...allow, Effect: 'allow' }), legacy],
  [of({ ...allow, NotAction: 's3:Get*' }), syntax],
  [of({ ...allow, NotResource: '*' }), syntax],
  [of({ ...allow, Condition: { Sometimes: { a: 'b' } } }), syntax],
  [of({ ...allow, Sid: 1 }), syntax],
  [of({ ...allow, Principal: '*' }), 'Policy document should not specify a principal.'],
  [
    of([
      { ...allow, Sid: 'a' },
      { ...allow, Sid: 'a' },
    ]),
    'Statement IDs (SID) in a single policy must be unique.',
  ],
  [of({ Effect: 'Allow', Resource: '*' }), noActions],
  [of({ ...allow, Action: [] }), noActions],
  [of({ Effect: 'Allow', Action: 's3:*' }), noResources],
  [of({ ...allow, Resource: [] }), noResources],
  [
    of({ ...allow, Action: 'invalid' }),
    'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.',
  ],
  [of({ ...allow, Action: 'a a:ListBucket' }), 'Vendor a a is not valid'],
  [of({ ...allow, Action: 's3:s3:ListBucket' }), 'Actions/Condition can contain only one colon.'],
  [
    of({ ...allow, Resource: 'invalid resource' }),
    'Resource invalid resource must be in ARN format or "*".',
  ],
  [of({ ...allow, Resource: '' }), 'Resource  must be in ARN format or "*".'],
  [
    of({ ...allow, Resource: 'arn:bsdfdsafsad' }),
    'Partition "bsdfdsafsad" is not valid for resource "arn:bsdfdsafsad:*:*:*:*".',
  ],
  [
    of({ ...allow, Resource: 'arn:error:s3:::example_bucket' }),
    'Partition "error" is not valid for resource "arn:error:s3:::example_bucket".',
  ],
  [
    of({ ...allow, Resource: 'arn:s3:::example_bucket' }),
    'Partition "s3" is not valid for resource "arn:s3:::example_bucket:*".',
  ],
  [
    of({ ...allow, Resource: 'arn:aws' }),
    'Resource vendor must be fully qualified and cannot contain regexes.',
  ],
  [
    of({ ...allow, Resource: 'arn:aws:s3:us-east-1::example_bucket' }),
    'Resource arn:aws:s3:us-east-1::example_bucket can not contain region information.',
  ],
  [
    of({ ...allow, Resource: 'arn:aws:iam:us-east-1::example_bucket' }),
    'IAM resource arn:aws:iam:us-east-1::example_bucket cannot contain region information.',
  ],
  [
    of({ ...allow, Resource: 'arn:aws:iam::123456789012:example' }),
    'IAM resource path must either be "*", root, or start with user/, federated-user/, role/, group/, instance-profile/, mfa/, server-certificate/, policy/, sms-mfa/, saml-provider/, oidc-provider/, report/, access-report/.',
  ],
]

describe('a policy of a principal', () => {
  for (const [document, told] of refused) {
    it(`is refused: ${document}`, () => {
      assert.throws(() => requireIdentityDocument(document), {
        type: 'MalformedPolicyDocumentException',
        message: told,
      })
    })
  }

  for (const document of [
    of(allow),
    of([
      allow,
      { ...allow, Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': false } } },
    ]),
    of({
      Effect: 'Allow',
      NotAction: '*',
      NotResource: 'arn:aws:dynamodb:*:*:table/${aws:username}',
    }),
    of({ ...allow, Resource: ['arn:aws:iam::123456789012:user/a', 'arn:aws:iam::*:role/x*'] }),
  ]) {
    it(`is accepted: ${document}`, () => requireIdentityDocument(document))
  }

  it('is one of those that AWS has', () => {
    for (const { document } of managedPolicies()) requireIdentityDocument(document)
  })

  it('is as long as it is without blanks', () => {
    assert.equal(sizeWithoutBlanks(' { "a" :\n\t1 } '), 7)
  })
})

const assume = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: '111122223333' } }
const { Principal: _principal, ...anonymous } = assume
const { Action: _action, ...idle } = assume
const long = Array.from({ length: 30 }, (_, i) => ({ ...assume, Sid: `statement${i}` }))

const distrusted: readonly (readonly [document: string, told: string])[] = [
  ['no json', 'This policy contains invalid Json'],
  [of([]), 'Could not parse the policy: Statement is empty!'],
  [of(assume, { Version: '1' }), 'The policy must contain a valid version string'],
  [of({ ...assume, Resource: '*' }), 'Has prohibited field Resource'],
  [
    of({ ...assume, Action: 'dynamodb:*' }),
    'AssumeRole policy may only specify STS AssumeRole actions.',
  ],
  [
    of({ ...assume, Action: 'sts:*' }),
    'AssumeRole policy may only specify STS AssumeRole actions.',
  ],
  [of(anonymous), 'Missing required field Principal'],
  [of(idle), 'Missing required field Action'],
  [
    of([
      { ...assume, Sid: 'a' },
      { ...assume, Sid: 'a' },
    ]),
    'The Statement Ids in the policy are not unique',
  ],
  [
    of({ ...assume, Principal: { AWS: 'arn:aws:iam::111122223333:user/gone' } }),
    'Invalid principal in policy: "AWS":"arn:aws:iam::111122223333:user/gone"',
  ],
]

describe('a trust policy', () => {
  const engine = memoryEngine()
  const iam = new IamStore(engine, new AccessStamp(engine, systemRandom))
  for (const [document, told] of distrusted) {
    it(`is refused: ${document}`, async () => {
      await assert.rejects(requireTrustPolicy(iam, document), {
        type: 'MalformedPolicyDocumentException',
        message: told,
      })
    })
  }

  it('has a size', async () => {
    await assert.rejects(requireTrustPolicy(iam, of(long)), {
      type: 'LimitExceededException',
      message: 'Cannot exceed quota for ACLSizePerRole: 2048',
    })
    const size = sizeWithoutBlanks(of(assume))
    const padded = of({
      ...assume,
      Sid: 'x'.repeat(trustPolicySizeMax - size - '"Sid":"",'.length),
    })
    assert.equal(sizeWithoutBlanks(padded), trustPolicySizeMax)
    await requireTrustPolicy(iam, `${padded}   `)
  })

  it('may let services, accounts and web identities in', async () => {
    const Principal = { Service: 'lambda.amazonaws.com', Federated: 'accounts.google.com' }
    await requireTrustPolicy(
      iam,
      of([
        assume,
        { ...assume, Principal, Action: ['sts:AssumeRoleWithWebIdentity', 'sts:TagSession'] },
      ]),
    )
  })
})
