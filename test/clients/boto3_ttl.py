"""boto3 against the server whose URL is the first argument: items that expire, and their records
in the stream.
"""

import sys
import time
from decimal import Decimal

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

resource = boto3.resource("dynamodb", endpoint_url=URL)
client = boto3.client("dynamodb", endpoint_url=URL)
streams = boto3.client("dynamodbstreams", endpoint_url=URL)
table = resource.Table("Sessions")

SPECIFICATION = {"Enabled": True, "AttributeName": "expires"}
#: Sweeps run every second, but the machine may be busy.
PATIENCE_SECONDS = 60


def until(holds):
    """Waits until something becomes true."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "not within the time allowed"
        time.sleep(0.05)


def now():
    return Decimal(int(time.time()))


@check
def time_to_live_is_enabled_and_described():
    client.create_table(
        TableName="Sessions",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )
    client.get_waiter("table_exists").wait(TableName="Sessions", WaiterConfig=WAIT)
    answer = client.update_time_to_live(
        TableName="Sessions", TimeToLiveSpecification=SPECIFICATION
    )
    assert answer["TimeToLiveSpecification"] == SPECIFICATION
    described = client.describe_time_to_live(TableName="Sessions")["TimeToLiveDescription"]
    assert described == {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"}, described


@check
def time_to_live_is_not_enabled_twice():
    refused(
        "ValidationException",
        "TimeToLive is already enabled",
        client.update_time_to_live,
        TableName="Sessions",
        TimeToLiveSpecification=SPECIFICATION,
    )


@check
def expired_items_are_deleted_and_others_kept():
    table.put_item(Item={"id": "future", "expires": now() + 3600})
    table.put_item(Item={"id": "text", "expires": str(now() - 60)})
    table.put_item(Item={"id": "years ago", "expires": Decimal(1)})
    table.put_item(Item={"id": "past", "expires": now() - 60})
    until(lambda: "Item" not in table.get_item(Key={"id": "past"}, ConsistentRead=True))
    left = sorted(item["id"] for item in table.scan()["Items"])
    assert left == ["future", "text", "years ago"], left


def records():
    """All records of the stream so far."""
    arn = client.describe_table(TableName="Sessions")["Table"]["LatestStreamArn"]
    for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        yield from streams.get_records(ShardIterator=iterator)["Records"]


@check
def the_stream_tells_who_deleted():
    table.delete_item(Key={"id": "text"})
    removals = {
        record["dynamodb"]["Keys"]["id"]["S"]: record.get("userIdentity")
        for record in records()
        if record["eventName"] == "REMOVE"
    }
    service = {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
    assert removals == {"past": service, "text": None}, removals


run_checks()
