/**
 * What the keys of the system space start with, each with its reason. Prefixes are retired, never reused.
 */
export const system = {
  /** The format record comes first: it decides whether anything else may be read. */
  format: 0x01,
  /** The counter of space ids, so that no id is ever assigned twice. */
  nextSpace: 0x02,
  /** A table's stamp, separate from its record because every request guards on it and it is tiny. */
  tableStamp: 0x03,
  /** A table's definition. */
  tableRecord: 0x04,
  /** The token of a transaction that was run, so that it is not run twice. */
  requestToken: 0x07,
  /** The tokens by the time they expire, so that finding the expired ones needs no search. */
  requestTokenExpiry: 0x08,
  /** The same two for transactions of statements: AWS keeps their tokens apart. */
  statementToken: 0x10,
  statementTokenExpiry: 0x11,
  /** How far the build of an index has got; changes with every batch, unlike the definition. */
  indexCursor: 0x06,
  /** Which of the servers that share a store does its background work; changes every few seconds. */
  lease: 0x09,
  /** Counts how often that lease has changed hands; separate from it because work is guarded by it. */
  leaseFence: 0x0a,
  /** Changed by a server that knows of work; the holder checks it when it renews the lease. */
  leaseBell: 0x0b,
  /** The secret that every server of the database seals its tokens with. */
  secret: 0x0c,
  /** Exists while a store is being filled from another one, and must not be used yet. */
  unfinishedCopy: 0x0d,
  /**
   * How far the clock is trusted. No rung of the format belongs to it: servers that do not know it lose
   * nothing.
   */
  clockBelief: 0x0e,
  /** What one server has used of the tables' throughput, for the others. Without a rung for the same reason. */
  unitsUsed: 0x0f,
  /** A change log: whose it is and the shards that are open, which change when shards roll over. */
  changeLog: 0x20,
  /** Exists as long as a log's space does. Never changes, so readers of the log can guard on it. */
  changeLogMark: 0x21,
  /** A closed shard of a change log, separate from the log because there are many. */
  changeShard: 0x22,
  /** A stream, enabled or of the last day, which outlives its table. */
  stream: 0x23,
  /** A reader of a change log and its positions, separate from the log because they change often. */
  logReader: 0x30,
  /** Exists as long as a space beside a table does, where work on its past collects what it finds. */
  sideSpaceMark: 0x31,
  /** Which stream a trigger follows. */
  trigger: 0x40,
  /** A trigger's position in a shard, separate because it changes with every batch. */
  triggerPosition: 0x41,
  /** A job and its progress, for people and for the server that continues it. */
  job: 0x50,
  /** The token of the request that started a job, so that the request can be repeated. */
  jobToken: 0x51,
  /** A backup: of what, since when, and where its files are. */
  backup: 0x60,
  /** A file of a backup that is being made, separate because a large one has many. */
  backupPart: 0x61,
  /** A backup whose files are to be removed, by the time that is due. */
  backupRemoval: 0x62,
  /** A deleted table whose items are still needed, by their space. */
  departedTable: 0x63,
  /** Changes with everything that decides who may do what, so that servers know when to read that again. */
  accessStamp: 0x70,
  /** A user, group, role, policy or identity provider of an account. */
  iamEntity: 0x71,
  /** An access key, by its id: a request names nothing else. */
  accessKey: 0x72,
  /**
   * When an access key was last used, separate because that changes no rights. No rung of the format belongs
   * to it: servers that do not know it lose nothing.
   */
  keyUse: 0x74,
  /** The policy of a table or stream, separate because it changes without it and can be large. */
  resourcePolicy: 0x73,
  /** The data key of a table, wrapped by a master key. Deleting it makes the table's bytes unreadable. */
  dataKey: 0x78,
  /** Which data key the values of a space are sealed with; none if they are not. */
  spaceSeal: 0x79,
  /**
   * What one server has measured in one minute, of all series: written once, and merged soon after. No rung
   * of the format belongs to metrics: servers that do not know them lose nothing.
   */
  metricMinute: 0x80,
  /** The minutes of an hour of one series, so that reading a series reads nothing else. */
  metricHour: 0x81,
  /** The same for a day in steps of five minutes, which is kept longer. */
  metricDay: 0x82,
  /** A series that has points, so that listing them needs no search. */
  metricSeries: 0x83,
  /** Values that stand until they change, such as provisioned units: a point for each minute would be a waste. */
  metricLevels: 0x84,
  /** A target of auto scaling, with its policies and schedules: they come and go with it. */
  scalingTarget: 0x90,
  /** Which target an id belongs to, because an ARN of a target has nothing else. */
  scalingTargetId: 0x91,
  /** What auto scaling has done, by time. It outlives the target. */
  scalingActivity: 0x92,
  /** An alarm: its settings and its state. */
  alarm: 0xa0,
  /** How many alarms an account has in a region, so that its quota needs no count. */
  alarmCount: 0xa1,
  /** A change of an alarm's state that has yet to be told, by time. */
  alarmNotice: 0xa2,
  /** A global table: its members, in this store and elsewhere. */
  globalTable: 0xb0,
  /** How far one member of a global table has read the changes of another; changes with every batch. */
  replicaCursor: 0xb1,
  /** Another deployment that regions of this one are linked to. */
  deploymentLink: 0xb2,
  /** Whether changes go from one region to another at once, later or not at all, as somebody asked. */
  replicationControl: 0xb3,
  /** The bound that every later version of a member is above; every write of its items reads it. */
  versionFloor: 0xb4,
  /**
   * A list of attribute names that clients of DAX know by its id, forever. No rung of the format belongs to these:
   * servers that do not know them lose nothing.
   */
  attributeList: 0xc0,
  /** The id of such a list, by a hash of its names. */
  attributeListId: 0xc1,
  /** The last id that was given to one, so that none is given twice. */
  lastAttributeList: 0xc2,
  /** When a table was last read through DAX, so that one that is not read any longer stops keeping its changes. */
  acceleratorUse: 0xc3,
  /** Where clients of DAX reach one server, for the others. Without a rung for the same reason. */
  daxServer: 0xc4,
  /** Whether the keys of a table or index are counted. As with metrics, other servers lose nothing. */
  insightsSetting: 0x88,
  /** The keys that counted most in a minute on one server. */
  insightsMinute: 0x89,
  /** The cluster of DAX, its groups and events, of an account in a region: small, and changed together. */
  daxHoldings: 0xc8,
} as const
