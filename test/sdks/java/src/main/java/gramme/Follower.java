package gramme;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/** Follows one shard, and keeps a checkpoint behind every batch. */
final class Follower implements DynamoDBStreamsShardRecordProcessor {
  private final Seen seen;
  private String shard;

  Follower(Seen seen) {
    this.seen = seen;
  }

  @Override
  public void initialize(InitializationInput input) {
    shard = input.shardId();
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    // What has been seen must not come again after a restart.
    checkpoint(input.checkpointer());
    for (DynamoDBStreamsClientRecord one : input.records()) {
      String number = one.getRecord().dynamodb().newImage().get("n").n();
      seen.add(shard, Integer.parseInt(number));
    }
  }

  @Override
  public void leaseLost(LeaseLostInput input) {}

  @Override
  public void shardEnded(ShardEndedInput input) {
    checkpoint(input.checkpointer());
  }

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {
    checkpoint(input.checkpointer());
  }

  private static void checkpoint(RecordProcessorCheckpointer checkpointer) {
    try {
      checkpointer.checkpoint();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }
}
