"""boto3 against the server whose URL is the first argument: metrics through CloudWatch's API."""

import datetime
import sys
import time

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

cloudwatch = boto3.client("cloudwatch", endpoint_url=URL)
END = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0)
START = END - datetime.timedelta(minutes=10)


def units(identifier, table, **rest):
    metric = {
        "Namespace": "AWS/DynamoDB",
        "MetricName": "ConsumedReadCapacityUnits",
        "Dimensions": [{"Name": "TableName", "Value": table}],
    }
    return {"Id": identifier, "MetricStat": {"Metric": metric, "Period": 60, "Stat": "Sum"}, **rest}


@check
def metrics_are_listed():
    pages = cloudwatch.get_paginator("list_metrics").paginate(Namespace="AWS/DynamoDB")
    for page in pages:
        for metric in page["Metrics"]:
            assert metric["Namespace"] == "AWS/DynamoDB", metric
    assert cloudwatch.list_metrics(Namespace="Nothing")["Metrics"] == []


@check
def expressions_are_computed():
    queries = [
        units("m1", "no-such-table", ReturnData=False),
        {"Id": "e1", "Expression": "FILL(m1, 41) + 1", "Label": "filled"},
        {"Id": "e2", "Expression": "m1 / PERIOD(m1)"},
    ]
    pages = cloudwatch.get_paginator("get_metric_data").paginate(
        MetricDataQueries=queries,
        StartTime=START,
        EndTime=END,
        ScanBy="TimestampAscending",
        PaginationConfig={"PageSize": 3},
    )
    results = pages.build_full_result()["MetricDataResults"]
    filled = [result for result in results if result["Id"] == "e1"]
    assert {result["Label"] for result in filled} == {"filled"}, filled
    values = [value for result in filled for value in result["Values"]]
    times = [time for result in filled for time in result["Timestamps"]]
    assert values == [42.0] * 10, values
    assert times == [START + datetime.timedelta(minutes=n) for n in range(10)], times
    assert all(result["Values"] == [] for result in results if result["Id"] == "e2"), results


@check
def statistics_are_answered():
    found = cloudwatch.get_metric_statistics(
        Namespace="AWS/DynamoDB",
        MetricName="ConsumedReadCapacityUnits",
        Dimensions=[{"Name": "TableName", "Value": "no-such-table"}],
        StartTime=START,
        EndTime=END,
        Period=60,
        ExtendedStatistics=["p99.9"],
    )
    assert found["Label"] == "ConsumedReadCapacityUnits", found
    assert found["Datapoints"] == [], found


@check
def faults_have_the_codes_of_the_query_protocol():
    refused(
        "InvalidParameterValue",
        "The parameter StartTime must be less than the parameter EndTime.",
        cloudwatch.get_metric_statistics,
        Namespace="AWS/DynamoDB",
        MetricName="UserErrors",
        StartTime=END,
        EndTime=START,
        Period=60,
        Statistics=["Sum"],
    )
    refused(
        "ValidationError",
        "Error in expression 'e1': ID 'm9' not found",
        cloudwatch.get_metric_data,
        MetricDataQueries=[{"Id": "e1", "Expression": "m9 + 1"}],
        StartTime=START,
        EndTime=END,
    )


@check
def what_a_table_was_used_is_there():
    client = boto3.client("dynamodb", endpoint_url=URL)
    client.create_table(
        TableName="Measured",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName="Measured", WaiterConfig=WAIT)
    for number in range(3):
        client.put_item(TableName="Measured", Item={"id": {"S": str(number)}})
    for _ in range(60):
        found = cloudwatch.get_metric_statistics(
            Namespace="AWS/DynamoDB",
            MetricName="ConsumedWriteCapacityUnits",
            Dimensions=[{"Name": "TableName", "Value": "Measured"}],
            StartTime=START,
            EndTime=END + datetime.timedelta(hours=1),
            Period=60,
            Statistics=["Sum"],
        )
        units = sum(point["Sum"] for point in found["Datapoints"])
        if units >= 3:
            break
        time.sleep(1)
    assert units == 3.0, found
    filters = [{"Name": "TableName", "Value": "Measured"}]
    listed = cloudwatch.list_metrics(Namespace="AWS/DynamoDB", Dimensions=filters)["Metrics"]
    assert "SuccessfulRequestLatency" in {metric["MetricName"] for metric in listed}, listed
    client.delete_table(TableName="Measured")


run_checks()
