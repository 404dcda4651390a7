import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../../model/errors.js'
import { checkStrongRequest, type StrongRequest, type WitnessAction } from './strong-request.js'

const create = (region: string) => ({ kind: 'create', region, overrides: {} }) as const
const remove = (region: string) => ({ kind: 'delete', region }) as const

function answer(request: Partial<StrongRequest>): string {
  try {
    const whole = { consistency: 'strong', actions: [], witness: undefined, ...request } as const
    checkStrongRequest(whole, 'us-east-1')
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
  return 'accepted'
}

const three = [create('us-east-2'), create('us-west-2')]
const witness: WitnessAction = create('us-west-2')

/** What is asked for, and the answer or its beginning. */
const rows: readonly (readonly [string, Partial<StrongRequest>, string])[] = [
  ['three regions', { actions: three }, 'accepted'],
  ['two regions and a witness', { actions: [create('us-east-2')], witness }, 'accepted'],
  ['two regions', { actions: [create('us-east-2')] }, 'Unsupported replica count for global'],
  [
    'four regions',
    { actions: [...three, create('eu-west-1')] },
    'Unsupported replica count for global',
  ],
  [
    'three regions and a witness',
    { actions: three, witness: create('eu-west-1') },
    'Unsupported r',
  ],
  [
    'a region that is not offered',
    { actions: [create('us-west-1'), create('us-east-2')] },
    'Unsupported Region(s) specified for global tables with MultiRegionConsistency set to STRONG: [us-west-1].',
  ],
  [
    'a witness in the region of a replica',
    { actions: [create('us-west-2')], witness },
    'Cannot target multiple regions with the same action',
  ],
  [
    'a witness in the own region',
    { actions: [create('us-west-2')], witness: create('us-east-1') },
    'Cannot add a witness in the same region as an existing replica',
  ],
  [
    'a witness without strong consistency',
    { consistency: undefined, actions: [create('us-east-2')], witness },
    'MultiRegionConsistency must be set as STRONG when',
  ],
  [
    'a witness with the other consistency',
    { consistency: 'eventual', actions: [create('us-east-2')], witness },
    'MultiRegionConsistency must be set as STRONG when',
  ],
  [
    'a removal with strong consistency',
    { actions: [remove('us-east-2'), create('us-west-2')] },
    'Only Replica Create actions are supported',
  ],
  [
    'a removal of all, witness included',
    { consistency: undefined, actions: [remove('us-east-2')], witness: remove('us-west-2') },
    'accepted',
  ],
]

describe('a request for strong consistency', () => {
  for (const [what, request, expected] of rows) {
    it(`with ${what}`, () => assert.ok(answer(request).startsWith(expected), answer(request)))
  }
})
