"""boto3 against the server whose URL is the first argument: a table that is throttled because of its tag."""

import sys

import boto3
from botocore.config import Config

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

impatient = boto3.client(
    "dynamodb", endpoint_url=URL, config=Config(retries={"total_max_attempts": 1})
)
client = boto3.client("dynamodb", endpoint_url=URL)

UNITS = (
    "The level of configured provisioned throughput for the table was exceeded. "
    "Consider increasing your provisioning level with the UpdateTable API."
)


def small(key):
    return {"TableName": "Throttled", "Item": {"id": {"S": key}}}


@check
def a_table_is_throttled_by_its_tag():
    client.create_table(
        TableName="Throttled",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
        Tags=[{"Key": "gramme:throttle", "Value": "on"}],
    )
    client.get_waiter("table_exists").wait(TableName="Throttled", WaiterConfig=WAIT)
    # 300 units were saved; the debt is paid after some seconds.
    large = {"id": {"S": "large"}, "text": {"S": "x" * (305 * 1024)}}
    client.put_item(TableName="Throttled", Item=large)
    error = refused(
        "ProvisionedThroughputExceededException", UNITS, impatient.put_item, **small("a")
    )
    [reason] = error.response["ThrottlingReasons"]
    assert reason["reason"] == "TableWriteProvisionedThroughputExceeded", reason
    assert reason["resource"].endswith(":table/Throttled"), reason


@check
def botocore_retries_until_there_is_capacity():
    answer = client.put_item(**small("a"))
    assert answer["ResponseMetadata"]["RetryAttempts"] > 0, answer


@check
def a_batch_writer_sends_again_what_was_not_processed():
    table = boto3.resource("dynamodb", endpoint_url=URL).Table("Throttled")
    with table.batch_writer() as batch:
        for number in range(10):
            batch.put_item(Item={"id": f"item {number}"})
    found = client.scan(TableName="Throttled", ProjectionExpression="id")
    assert found["Count"] == 12, found["Count"]
    client.delete_table(TableName="Throttled")


run_checks()
