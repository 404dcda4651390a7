"""boto3 against the server whose URL is the first argument: alarms of CloudWatch."""

import datetime
import sys

import boto3

from boto3_checks import check, run_checks

URL = sys.argv[1]

cloudwatch = boto3.client("cloudwatch", endpoint_url=URL)

SETTINGS = {
    "MetricName": "ConsumedReadCapacityUnits",
    "Namespace": "AWS/DynamoDB",
    "Statistic": "Sum",
    "Dimensions": [{"Name": "TableName", "Value": "Music"}],
    "Period": 60,
    "EvaluationPeriods": 2,
    "Threshold": 42.0,
    "ComparisonOperator": "GreaterThanThreshold",
}


def described(name):
    return cloudwatch.describe_alarms(AlarmNames=[name])["MetricAlarms"][0]


@check
def an_alarm_is_described_as_it_was_put():
    cloudwatch.put_metric_alarm(
        AlarmName="boto3", Tags=[{"Key": "team", "Value": "red"}], **SETTINGS
    )
    alarm = described("boto3")
    for name, value in SETTINGS.items():
        assert alarm[name] == value, (name, alarm)
    assert alarm["StateValue"] == "INSUFFICIENT_DATA", alarm
    assert isinstance(alarm["StateUpdatedTimestamp"], datetime.datetime), alarm
    tags = cloudwatch.list_tags_for_resource(ResourceARN=alarm["AlarmArn"])["Tags"]
    assert tags == [{"Key": "team", "Value": "red"}], tags


@check
def an_alarm_on_an_expression_is_described_as_it_was_put():
    metric = {name: SETTINGS[name] for name in ("Namespace", "MetricName", "Dimensions")}
    metrics = [
        {"Id": "rate", "Expression": "FILL(units, 0) / PERIOD(units)", "ReturnData": True},
        {
            "Id": "units",
            "MetricStat": {"Metric": metric, "Period": 60, "Stat": "Sum"},
            "ReturnData": False,
        },
    ]
    rules = {k: SETTINGS[k] for k in ("EvaluationPeriods", "Threshold", "ComparisonOperator")}
    cloudwatch.put_metric_alarm(AlarmName="math", Metrics=metrics, **rules)
    assert described("math")["Metrics"] == metrics, described("math")
    search = "SUM(SEARCH('{AWS/DynamoDB,TableName} Units', 'Sum', 60))"
    metrics[0]["Expression"] = search
    try:
        cloudwatch.put_metric_alarm(AlarmName="math", Metrics=metrics, **rules)
    except cloudwatch.exceptions.ClientError as error:
        assert error.response["Error"]["Message"].startswith("SEARCH is not supported"), error
    else:
        raise AssertionError("not refused")
    assert described("math")["Metrics"][0]["Expression"] != search
    cloudwatch.delete_alarms(AlarmNames=["math"])


@check
def a_state_is_set_by_hand():
    cloudwatch.set_alarm_state(AlarmName="boto3", StateValue="ALARM", StateReason="a test")
    assert described("boto3")["StateReason"] == "a test"
    try:
        cloudwatch.set_alarm_state(AlarmName="unknown", StateValue="OK", StateReason="")
    except cloudwatch.exceptions.ResourceNotFound:
        return
    raise AssertionError("not refused")


@check
def alarms_are_listed_in_pages():
    for i in range(3):
        cloudwatch.put_metric_alarm(AlarmName=f"page {i}", **SETTINGS)
    pages = cloudwatch.get_paginator("describe_alarms").paginate(
        AlarmNamePrefix="page", PaginationConfig={"PageSize": 2}
    )
    names = [[alarm["AlarmName"] for alarm in page["MetricAlarms"]] for page in pages]
    assert names == [["page 0", "page 1"], ["page 2"]], names


@check
def a_waiter_finds_an_alarm():
    cloudwatch.get_waiter("alarm_exists").wait(AlarmNames=["boto3"])


@check
def a_resource_object_deletes_its_alarm():
    alarm = boto3.resource("cloudwatch", endpoint_url=URL).Alarm("boto3")
    alarm.disable_actions()
    alarm.reload()
    assert alarm.actions_enabled is False
    alarm.delete()
    assert cloudwatch.describe_alarms(AlarmNames=["boto3"])["MetricAlarms"] == []
    cloudwatch.delete_alarms(AlarmNames=["page 0", "page 1", "page 2"])


run_checks()
