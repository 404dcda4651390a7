"""boto3 against the server whose URL is the first argument: a table's stream from its beginning to
its end, through the client API of DynamoDB Streams.
"""

import sys
from datetime import datetime, timezone

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

client = boto3.client("dynamodb", endpoint_url=URL)
streams = boto3.client("dynamodbstreams", endpoint_url=URL)

TABLE = "Followed"
known = {}


def stream_arn():
    return client.describe_table(TableName=TABLE)["Table"]["LatestStreamArn"]


def shards():
    return streams.describe_stream(StreamArn=known["arn"])["StreamDescription"]["Shards"]


def iterator(shard, kind="TRIM_HORIZON", **rest):
    answer = streams.get_shard_iterator(
        StreamArn=known["arn"], ShardId=shard["ShardId"], ShardIteratorType=kind, **rest
    )
    return answer["ShardIterator"]


def records_from(start):
    """Returns all records from an iterator on, and whether the shard ended."""
    records = []
    while True:
        page = streams.get_records(ShardIterator=start)
        records += page["Records"]
        start = page.get("NextShardIterator")
        if start is None or not page["Records"]:
            return records, start is None


def all_records():
    return [record for shard in shards() for record in records_from(iterator(shard))[0]]


@check
def create_table_with_stream():
    client.create_table(
        TableName=TABLE,
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    known["arn"] = stream_arn()
    listed = streams.list_streams(TableName=TABLE)["Streams"]
    assert [stream["StreamArn"] for stream in listed] == [known["arn"]], listed


@check
def describe_stream():
    description = streams.describe_stream(StreamArn=known["arn"])["StreamDescription"]
    assert description["StreamStatus"] == "ENABLED", description
    assert description["KeySchema"] == [{"AttributeName": "pk", "KeyType": "HASH"}]
    assert description["CreationRequestDateTime"] <= datetime.now(timezone.utc)
    assert len(description["Shards"]) == 1, description


@check
def records_of_an_item():
    client.put_item(TableName=TABLE, Item={"pk": {"S": "a"}, "blob": {"B": b"\x00\xff"}})
    client.update_item(
        TableName=TABLE,
        Key={"pk": {"S": "a"}},
        UpdateExpression="SET n = :n",
        ExpressionAttributeValues={":n": {"N": "1.50"}},
    )
    client.delete_item(TableName=TABLE, Key={"pk": {"S": "a"}})
    insert, modify, remove = all_records()
    names = [record["eventName"] for record in (insert, modify, remove)]
    assert names == ["INSERT", "MODIFY", "REMOVE"], names
    assert insert["dynamodb"]["NewImage"]["blob"] == {"B": b"\x00\xff"}, insert
    assert "OldImage" not in insert["dynamodb"]
    assert modify["dynamodb"]["NewImage"]["n"] == {"N": "1.5"}, modify
    assert "NewImage" not in remove["dynamodb"]
    assert remove["dynamodb"]["OldImage"] == modify["dynamodb"]["NewImage"]
    assert insert["eventSource"] == "aws:dynamodb" and insert["eventVersion"] == "1.1"
    assert insert["dynamodb"]["ApproximateCreationDateTime"].microsecond == 0


@check
def iterators_by_sequence_number():
    shard = shards()[0]
    first, second, third = all_records()
    number = second["dynamodb"]["SequenceNumber"]
    at, _ = records_from(iterator(shard, "AT_SEQUENCE_NUMBER", SequenceNumber=number))
    after, _ = records_from(iterator(shard, "AFTER_SEQUENCE_NUMBER", SequenceNumber=number))
    latest, _ = records_from(iterator(shard, "LATEST"))
    assert (at, after, latest) == ([second, third], [third], [])


@check
def refusals():
    missing = known["arn"].replace(TABLE, "Nobody")
    refused(
        "ResourceNotFoundException",
        f"Requested resource not found: Stream: {missing} not found",
        streams.describe_stream,
        StreamArn=missing,
    )
    refused(
        "ResourceNotFoundException",
        "Requested resource not found: Shard does not exist",
        streams.get_shard_iterator,
        StreamArn=known["arn"],
        ShardId="shardId-00000000000000000000-ffffffff",
        ShardIteratorType="LATEST",
    )
    refused(
        "ValidationException",
        "Invalid ShardIterator",
        streams.get_records,
        ShardIterator="no iterator of ours",
    )
    refused(
        "ValidationException",
        f"Table already has an enabled stream: TableName: {TABLE}",
        client.update_table,
        TableName=TABLE,
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
    )


@check
def disabled_stream_ends_and_stays_readable():
    before = all_records()
    client.update_table(TableName=TABLE, StreamSpecification={"StreamEnabled": False})
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    client.put_item(TableName=TABLE, Item={"pk": {"S": "unheard"}})
    (shard,) = shards()
    assert "EndingSequenceNumber" in shard["SequenceNumberRange"], shard
    records, ended = records_from(iterator(shard))
    assert ended and records == before, records


@check
def deleted_table_leaves_its_stream():
    client.delete_table(TableName=TABLE)
    client.get_waiter("table_not_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    description = streams.describe_stream(StreamArn=known["arn"])["StreamDescription"]
    assert description["StreamStatus"] == "DISABLED", description
    assert len(all_records()) == 3


run_checks()
