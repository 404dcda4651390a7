package gramme;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The changes that a consumer was given, in the order of their arrival. */
final class Seen {
  private final List<Integer> numbers = new ArrayList<>();
  private final Set<String> shards = new HashSet<>();

  synchronized void add(String shard, int number) {
    shards.add(shard);
    numbers.add(number);
    notifyAll();
  }

  synchronized List<Integer> numbers() {
    return List.copyOf(numbers);
  }

  synchronized int shards() {
    return shards.size();
  }

  /** Waits until there are this many; what arrived by then is judged by the caller. */
  synchronized void await(int count, long patienceMs) throws InterruptedException {
    long deadline = System.currentTimeMillis() + patienceMs;
    while (numbers.size() < count && System.currentTimeMillis() < deadline) wait(500);
  }

  static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
