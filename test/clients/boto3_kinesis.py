"""boto3 against the server whose URL is the first argument: Kinesis destinations. The server delivers
to a stand-in that has one stream, `changes`.
"""

import sys

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]
STREAM = "arn:aws:kinesis:eu-central-1:000000000000:stream/changes"
NONE = "arn:aws:kinesis:eu-central-1:000000000000:stream/nothing"
NAMES = {"TableName": "Delivered", "StreamArn": STREAM}
STATE = "Table is not in a valid state to enable Kinesis Streaming Destination: "

client = boto3.client("dynamodb", endpoint_url=URL)


def destinations():
    answer = client.describe_kinesis_streaming_destination(TableName="Delivered")
    return answer["KinesisDataStreamDestinations"]


@check
def kinesis_destination_is_none_at_first():
    client.create_table(
        TableName="Delivered",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName="Delivered", WaiterConfig=WAIT)
    assert destinations() == [], destinations()


@check
def kinesis_destination_fails_without_a_stream():
    answer = client.enable_kinesis_streaming_destination(TableName="Delivered", StreamArn=NONE)
    assert answer["DestinationStatus"] == "ENABLING"
    [failed] = destinations()
    assert failed["DestinationStatus"] == "ENABLE_FAILED", failed
    text = "User does not have a permission to use kinesis stream"
    assert failed["DestinationStatusDescription"] == text, failed


@check
def kinesis_destination_is_enabled_once():
    answer = client.enable_kinesis_streaming_destination(**NAMES)
    assert answer["EnableKinesisStreamingConfiguration"] == {}, answer
    assert destinations()[0] == {"StreamArn": STREAM, "DestinationStatus": "ACTIVE"}
    refused(
        "ValidationException",
        STATE + "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED "
        "to perform ENABLE operation.",
        client.enable_kinesis_streaming_destination,
        **NAMES,
    )


@check
def kinesis_destination_is_updated():
    precision = {"ApproximateCreationDateTimePrecision": "MICROSECOND"}
    answer = client.update_kinesis_streaming_destination(
        **NAMES, UpdateKinesisStreamingConfiguration=precision
    )
    assert answer["DestinationStatus"] == "UPDATING", answer
    assert destinations()[0]["ApproximateCreationDateTimePrecision"] == "MICROSECOND"


@check
def kinesis_destination_is_disabled_once():
    client.put_item(TableName="Delivered", Item={"pk": {"S": "x"}})
    answer = client.disable_kinesis_streaming_destination(**NAMES)
    assert answer["DestinationStatus"] == "DISABLING", answer
    assert destinations()[0] == {"StreamArn": STREAM, "DestinationStatus": "DISABLED"}
    refused(
        "ValidationException",
        STATE + "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.",
        client.disable_kinesis_streaming_destination,
        **NAMES,
    )
    client.delete_table(TableName="Delivered")
    client.get_waiter("table_not_exists").wait(TableName="Delivered", WaiterConfig=WAIT)


run_checks()
