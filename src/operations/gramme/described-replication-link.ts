import type { ReplicationLink } from '../../api/generated/gramme-types.js'
import type { LinkReport } from '../../replication/link-report.js'

export function describeReplicationLink(report: LinkReport): ReplicationLink {
  const { pending, lagMs, clockOffsetMs, copiedItems, fault } = report
  return {
    TableName: report.tableName,
    FromRegion: report.fromRegion,
    ToRegion: report.toRegion,
    State: report.state.toUpperCase(),
    Paused: report.isPaused,
    DelayMilliseconds: report.delayMs,
    ...(pending !== undefined && { PendingChanges: pending }),
    ...(lagMs !== undefined && { LagMilliseconds: lagMs }),
    ...(clockOffsetMs !== undefined && { ClockOffsetMilliseconds: clockOffsetMs }),
    ...(copiedItems !== undefined && { CopiedItems: copiedItems }),
    ...(fault !== undefined && { StateReason: fault }),
  }
}
