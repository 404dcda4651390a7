/** Songs by artist, with an index by year: a first table. */
import type { Item } from '../../values/attribute-value.js'
import { sampleTag, type Sample } from './sample.js'

/** Artist, song, album, year, seconds, genres. */
const songs: readonly (readonly [string, string, string, number, number, string])[] = [
  ['Ada Winter', 'Analytical Waltz', 'Engines', 2019, 214, 'folk,waltz'],
  ['Ada Winter', 'Note G', 'Engines', 2019, 187, 'folk'],
  ['Ada Winter', 'Punched Cards', 'Second Difference', 2022, 241, 'folk,indie'],
  ['Copper Line', 'Alternating', 'Transmission', 2018, 256, 'rock'],
  ['Copper Line', 'Ground', 'Transmission', 2018, 199, 'rock'],
  ['Copper Line', 'Long Wire Home', 'Transmission', 2018, 312, 'rock,country'],
  ['Copper Line', 'Three Phases', 'Live at the Substation', 2021, 405, 'rock,live'],
  ['Harbour Lights', 'Beacon', 'Tide Tables', 2020, 178, 'ambient'],
  ['Harbour Lights', 'Low Water', 'Tide Tables', 2020, 367, 'ambient'],
  ['Harbour Lights', 'Pilot Boat', 'Tide Tables', 2020, 289, 'ambient'],
  ['Marta Lindqvist', 'Blå timme', 'Norrsken', 2017, 233, 'jazz'],
  ['Marta Lindqvist', 'Snöfall', 'Norrsken', 2017, 271, 'jazz'],
  ['Marta Lindqvist', 'Vårflod', 'Isgång', 2023, 196, 'jazz'],
  ['The Night Shift', 'Batch Job', 'Cron', 2021, 143, 'electronic'],
  ['The Night Shift', 'Four in the Morning', 'Cron', 2021, 222, 'electronic'],
  ['The Night Shift', 'Rollback', 'Cron', 2021, 208, 'electronic'],
  ['The Night Shift', 'Uptime', 'Nines', 2024, 299, 'electronic'],
  ['Zenobe', 'Commutator', 'Ring Armature', 2016, 251, 'synth'],
  ['Zenobe', 'Dynamo', 'Ring Armature', 2016, 224, 'synth'],
  ['Zenobe', 'Reversible', 'Vienna 1873', 2020, 318, 'synth'],
  ['Zenobe', 'Self-exciting', 'Vienna 1873', 2020, 276, 'synth,live'],
]

export const musicSample: Sample = {
  about: '21 songs by artist, with an index by year.',
  create: {
    TableName: 'Music',
    AttributeDefinitions: [
      { AttributeName: 'Artist', AttributeType: 'S' },
      { AttributeName: 'Song', AttributeType: 'S' },
      { AttributeName: 'Year', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'Artist', KeyType: 'HASH' },
      { AttributeName: 'Song', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByYear',
        KeySchema: [
          { AttributeName: 'Year', KeyType: 'HASH' },
          { AttributeName: 'Song', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    Tags: [sampleTag],
  },
  items: songs.map(songItem),
}

function songItem([artist, song, album, year, seconds, genres]: (typeof songs)[number]): Item {
  return {
    Artist: { S: artist },
    Song: { S: song },
    Album: { M: { Title: { S: album }, Year: { N: String(year) } } },
    Year: { N: String(year) },
    Seconds: { N: String(seconds) },
    Genres: { SS: genres.split(',') },
    Live: { BOOL: genres.includes('live') },
  }
}
