import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReplicationLink } from '../../api/generated/gramme-types.js'
import { replicaLinkRows } from './replica-link-rows.js'

const into = (ToRegion: string, link: ReplicationLink): ReplicationLink => ({
  FromRegion: 'us-east-1',
  ToRegion,
  Paused: false,
  DelayMilliseconds: 0,
  ...link,
})

describe('rows of links between regions', () => {
  it('says how far behind a region is, and how much is pending', () => {
    const link = { State: 'FOLLOWING', PendingChanges: 1200, LagMilliseconds: 61_000 }
    assert.deepEqual(replicaLinkRows([into('eu-west-1', link)], 'us-east-1'), [
      {
        from: 'us-east-1',
        to: 'eu-west-1',
        isPaused: false,
        state: 'following',
        tone: 'ok',
        behind: '1 min',
        pending: '1,200',
        note: '',
      },
    ])
  })

  it('invents no numbers for a region that cannot be read', () => {
    const link = { State: 'UNREACHABLE', StateReason: 'No link leads to us-east-1.' }
    const [row] = replicaLinkRows([into('eu-west-1', link)], 'eu-west-1')
    assert.deepEqual([row?.behind, row?.pending, row?.tone], ['–', '–', 'danger'])
    assert.equal(row?.note, 'No link leads to us-east-1.')
  })

  it('says that a link is paused, and delayed as well', () => {
    const link = { State: 'PAUSED', Paused: true, DelayMilliseconds: 1500 }
    const [row] = replicaLinkRows([into('eu-west-1', link)], 'us-east-1')
    assert.deepEqual([row?.isPaused, row?.state, row?.tone], [true, 'paused', 'warn'])
    assert.equal(row?.note, 'delayed by 1,500 ms')
  })

  it('says how many items a new region has copied', () => {
    const link = { State: 'COPYING', CopiedItems: 1 }
    assert.equal(replicaLinkRows([into('eu-west-1', link)], '')[0]?.note, '1 item copied')
  })

  it('says why changes are held', () => {
    const [row] = replicaLinkRows([into('eu-west-1', { State: 'HELD' })], '')
    assert.equal(row?.note, 'the next change is from the future')
  })

  it('begins with the links into the region of the page', () => {
    const links = ['us-west-2', 'eu-west-1', 'us-east-2'].map((to) => into(to, {}))
    const order = replicaLinkRows(links, 'eu-west-1').map(({ to }) => to)
    assert.deepEqual(order, ['eu-west-1', 'us-west-2', 'us-east-2'])
  })
})
